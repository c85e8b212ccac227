import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Deps } from "../../memory/index.ts";
import { Fault, type FaultCode } from "../../shared/errors.ts";
import { AskPerson } from "../../shared/operations/operation.ts";
import type { Exposure } from "../../tools/exposure.ts";
import { TOOL_VERSIONS } from "../../tools/inventory.ts";
import type { Reply, Tool } from "../../tools/tool.ts";
import { requireDelivered } from "../messages/refusal.ts";
import { consentOf } from "./ask-person.ts";
import { type ConnectionFacts, callOf, checkoutOf, type Request } from "./call.ts";
import type { ClientLog } from "./client-log.ts";
import type { CallLimits } from "./limits.ts";
import { observeCall } from "./observe-call.ts";

const VERSION_KEY = "membria/version";
const LIMITS_KEY = "membria/rateLimit";
/** Refusals that the arguments caused, such as a text that is too long or a decision that does not exist. */
const REFUSED_ARGUMENTS: ReadonlySet<FaultCode> = new Set(["invalid", "not_found"]);

export async function callTool(
  tool: Tool,
  args: unknown,
  deps: Deps,
  settings: {
    readonly exposure: Exposure;
    readonly connection: ConnectionFacts;
    readonly clientLog: ClientLog;
  },
  request: Request,
): Promise<CallToolResult> {
  const log = settings.connection.requests.of(request.context.mcpReq.id);
  const started = performance.now();
  const reply = await answer(tool, args, { ...deps, log }, settings, request);
  observeCall(
    { tool, args, fault: reply.fault, durationMs: performance.now() - started },
    { log: settings.clientLog.of(log, request.context), metrics: deps.metrics },
  );
  const { limits, meta } = settings.connection;
  const warning = limits.warning();
  const resultMeta = { ...meta?.(), ...(warning && { [LIMITS_KEY]: { warning } }) };
  return {
    content: [{ type: "text", text: reply.text }],
    structuredContent: reply.structured,
    ...(reply.fault && { isError: true }),
    ...(Object.keys(resultMeta).length > 0 && { _meta: resultMeta }),
  };
}

async function answer(
  tool: Tool,
  args: unknown,
  deps: Deps,
  { exposure, connection }: { readonly exposure: Exposure; readonly connection: ConnectionFacts },
  request: Request,
): Promise<Reply> {
  const { mcpReq } = request.context;
  try {
    connection.limits.spend("requests");
    requireDelivered(args);
    requireVersion(mcpReq._meta?.[VERSION_KEY]);
    if (exposure.readOnly && tool.effect !== "read") throw readOnlyServer(tool);
    // As a viewer the caller leaves no trace: some reading tools would otherwise record what they were asked.
    const facts: ConnectionFacts = exposure.readOnly ? { ...connection, role: "viewer" } : connection;
    const caller = await callOf(deps, facts, request);
    const said = connection.sayProject?.(caller.scope);
    const notices = said === undefined ? caller.notices : [said, ...caller.notices];
    const call = {
      ...caller,
      notices,
      ...consentOf(facts, caller.scope, { name: tool.name, args }, request),
    };
    const run = () => tool.call(args, { ...deps, checkout: checkoutOf(connection, request) }, call);
    return await (tool.makesDecision ? withinCaptureLimit(connection.limits, run) : run());
  } catch (error) {
    if (mcpReq.signal.aborted || error instanceof AskPerson) throw error;
    return tool.refuse(Fault.from(error));
  }
}

/**
 * Counts a capture against its limit. It is given back when the arguments were refused, and when the person has to be
 * asked first, because the client then makes the same call again.
 */
async function withinCaptureLimit(limits: CallLimits, call: () => Promise<Reply>): Promise<Reply> {
  limits.spend("captures");
  try {
    const reply = await call();
    if (reply.fault && REFUSED_ARGUMENTS.has(reply.fault.code)) limits.giveBack("captures");
    return reply;
  } catch (error) {
    if (error instanceof AskPerson) limits.giveBack("captures");
    throw error;
  }
}

function requireVersion(requested: unknown): void {
  if (requested === undefined || TOOL_VERSIONS.some((version) => version === requested)) return;
  throw new Fault("invalid", `There is no version ${JSON.stringify(requested)} of this tool.`, {
    field: VERSION_KEY,
    received: requested,
    reason: "unknown_version",
    hint: `Known versions: ${TOOL_VERSIONS.join(", ")}. Leave it out for the newest.`,
  });
}

function readOnlyServer(tool: Tool): Fault {
  return new Fault("forbidden", `${tool.name} writes, and this server was started with --read-only.`, {
    reason: "read_only",
    hint: "Start it without --read-only to write.",
  });
}
