import { MODERN_META, type WireMessage } from "../mcp/stdio/messages.ts";
import { address } from "./addresses.ts";
import { anyId, argumentsFor, mutated } from "./arguments.ts";
import { oddText, oddValue, sentence, toJson } from "./odd-values.ts";
import type { Random } from "./random.ts";
import type { ListedTool, World } from "./world.ts";

export interface FuzzRequest {
  /** For the report: the tool, or the method. */
  readonly kind: string;
  readonly message: WireMessage;
  readonly isModern: boolean;
  readonly tool?: ListedTool | undefined;
  /** Whether it names a project, and may be answered with what other projects have. */
  readonly namesProject: boolean;
}

type Params = Record<string, unknown>;

const METHODS = [
  ..."tools/call resources/read prompts/get completion/complete ping initialize server/discover".split(" "),
  ..."logging/setLevel tasks/get tasks/list roots/list sampling/createMessage elicitation/create".split(" "),
  ..."notifications/initialized resources/subscribe rpc.discover constructor __proto__".split(" "),
];

/** One request, mostly of a form that the server knows. */
export function anyRequest(random: Random, world: World, id: unknown): FuzzRequest {
  const { kind, method, params, tool } = body(random, world);
  const isModern = random.chance(0.5);
  const meta = metadata(random, world);
  const own = isModern ? { ...modernMeta(random), ...meta.fields } : meta.fields;
  const hasMeta = Object.keys(own).length > 0;
  const all = { ...params, ...(hasMeta && { _meta: own }) };
  const sent: unknown = random.chance(0.02) ? mutated(random, all) : all;
  const message = { jsonrpc: "2.0", id, method, ...(toJson(sent) !== "{}" && { params: sent }) };
  return { kind, message: message as WireMessage, isModern, tool, namesProject: meta.namesProject };
}

/** A subscription of 2026-07-28, which is answered when it ends. */
export function listenRequest(random: Random, { resources }: World, id: unknown): FuzzRequest {
  const uris = [random.pick(resources), random.chance(0.1) ? oddText(random) : random.pick(resources)];
  const notifications = random.chance(0.9) ? { resourceSubscriptions: uris } : oddValue(random);
  const params = { notifications, _meta: MODERN_META };
  const kind = "subscriptions/listen";
  const message: WireMessage = { jsonrpc: "2.0", id, method: kind, params };
  return { kind, message, isModern: true, namesProject: false };
}

interface Body {
  readonly kind: string;
  readonly method: string;
  readonly params: Params;
  readonly tool?: ListedTool;
}

function body(random: Random, world: World): Body {
  const chosen = random.next();
  if (chosen < 0.62) return toolCall(random, world);
  const [method, params] = chosen < 0.97 ? known(random, world, chosen) : unknownMethod(random);
  return {
    kind: METHODS.includes(method) ? method : chosen < 0.97 ? method : "unknown method",
    method,
    params,
  };
}

function known(random: Random, world: World, chosen: number): [method: string, params: Params] {
  if (chosen < 0.76) return ["resources/read", readParams(random, world)];
  if (chosen < 0.83) return ["prompts/get", promptParams(random, world)];
  if (chosen < 0.89) return ["completion/complete", completionParams(random, world)];
  if (chosen < 0.94) {
    const cursor = random.chance(0.3)
      ? { cursor: random.chance(0.5) ? oddText(random) : oddValue(random) }
      : {};
    return [
      random.pick(["tools/list", "resources/list", "resources/templates/list", "prompts/list"]),
      cursor,
    ];
  }
  const method = random.pick(["resources/subscribe", "resources/unsubscribe"]);
  return [method, { uri: address(random, world) }];
}

function unknownMethod(random: Random): [method: string, params: Params] {
  const method = random.chance(0.8) ? random.pick(METHODS) : oddText(random);
  return [method, random.chance(0.5) ? {} : { value: oddValue(random) }];
}

function toolCall(random: Random, { tools, ids }: World): Body {
  const tool = random.pick(tools);
  const name = random.chance(0.1) ? tool._meta["membria/canonicalName"] : tool.name;
  const args = argumentsFor(random, tool.inputSchema, ids);
  const wrong = random.chance(0.01);
  return {
    kind: tool.name,
    method: "tools/call",
    params: {
      name: wrong ? random.pick([oddText(random), oddValue(random)]) : name,
      ...(!random.chance(0.02) && { arguments: args }),
      // An answer to a question that nobody asked.
      ...(random.chance(0.02) && { inputResponses: oddValue(random), requestState: oddText(random) }),
    },
    ...(!wrong && { tool }),
  };
}

function readParams(random: Random, world: World): Params {
  const uri = random.chance(0.97) ? address(random, world) : oddValue(random);
  const args = { [random.pick(["limit", "max_tokens", "module", "__proto__"])]: oddValue(random) };
  return { uri, ...(random.chance(0.1) && { arguments: args }) };
}

function promptParams(random: Random, { prompts, ids }: World): Params {
  const prompt = random.pick(prompts);
  const named = (prompt.arguments ?? []).filter(() => random.chance(0.7));
  const value = (name: string): unknown =>
    name.endsWith("_id")
      ? anyId(random, ids)
      : random.pick([() => sentence(random), () => oddText(random), () => oddValue(random)])();
  const args = Object.fromEntries(named.map(({ name }) => [name, value(name)]));
  return {
    name: random.chance(0.95) ? prompt.name : oddText(random),
    arguments: random.chance(0.85) ? args : mutated(random, args),
  };
}

function completionParams(random: Random, { prompts, templates }: World): Params {
  const ref = random.chance(0.5)
    ? { type: "ref/prompt", name: random.pick(prompts).name }
    : { type: "ref/resource", uri: random.pick(templates) };
  const names = [
    "decision_id",
    "domain",
    "status",
    "id",
    "mode",
    "constructor",
    "__proto__",
    oddText(random),
  ];
  const value = random.pick(["dec_", "d", "", "%", oddText(random)]);
  const params = { ref, argument: { name: random.pick(names), value } };
  return random.chance(0.8) ? params : (mutated(random, params) as Params);
}

function modernMeta(random: Random): Params {
  const capabilities = "io.modelcontextprotocol/clientCapabilities";
  if (random.chance(0.3)) return { ...MODERN_META, [capabilities]: { elicitation: { form: {} } } };
  return random.chance(0.05) ? { ...MODERN_META, [capabilities]: oddValue(random) } : MODERN_META;
}

function metadata(
  random: Random,
  { project, otherProject }: World,
): { fields: Params; namesProject: boolean } {
  const fields: Params = {};
  if (random.chance(0.1))
    fields["progressToken"] = random.chance(0.7) ? random.below(1_000) : oddValue(random);
  if (random.chance(0.03)) fields["membria/version"] = random.pick(["v1", "v2", oddValue(random)]);
  if (random.chance(0.02)) fields[oddText(random)] = oddValue(random);
  if (random.chance(0.02)) fields["io.modelcontextprotocol/clientInfo"] = oddValue(random);
  const namesProject = random.chance(0.06);
  if (namesProject)
    fields["membria/project"] = random.pick([
      project,
      otherProject,
      "all",
      oddText(random),
      oddValue(random),
    ]);
  return { fields, namesProject };
}
