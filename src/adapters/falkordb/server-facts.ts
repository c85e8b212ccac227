import { ErrorReply } from "@redis/client";
import { graphFault } from "./faults.ts";
import type { Graph } from "./graph.ts";

/** What a server says of itself. Undefined is what this user may not read, or what the server does not know. */
export interface ServerFacts {
  /** The name of the user that we are. */
  readonly user?: string | undefined;
  /** Of the module; null if the server has none. */
  readonly module?: readonly [major: number, minor: number, patch: number] | null | undefined;
  /** Of redis.conf. */
  readonly settings?: ReadonlyMap<string, string> | undefined;
  /** Of the module. */
  readonly graphSettings?: ReadonlyMap<string, string> | undefined;
  /** The commands of those asked for that this user may not run. */
  readonly forbidden?: readonly (readonly string[])[] | undefined;
}

export async function readServerFacts(
  graph: Graph,
  commands: readonly (readonly string[])[],
): Promise<ServerFacts> {
  // In one go: the driver sends them one after the other without waiting for replies.
  const [user, modules, settings, ...graphSettings] = await Promise.all([
    answer(graph, "ACL", "WHOAMI"),
    answer(graph, "INFO", "modules"),
    answer(graph, "CONFIG", "GET", "appendonly", "save", "maxmemory", "maxmemory-policy"),
    answer(graph, "GRAPH.CONFIG", "GET", "CMD_INFO"),
    answer(graph, "GRAPH.CONFIG", "GET", "EFFECTS_THRESHOLD"),
  ]);
  const name = typeof user === "string" ? user : undefined;
  return {
    user: name,
    module: typeof modules === "string" ? moduleIn(modules) : undefined,
    settings: pairs(settings),
    graphSettings: graphSettings.every((each) => each !== undefined)
      ? pairs(graphSettings.flat())
      : undefined,
    forbidden: name === undefined ? undefined : await forbiddenOf(graph, name, commands),
  };
}

/** Undefined if the server refuses to say it. That it cannot be reached is a Fault. */
async function answer(graph: Graph, ...words: readonly string[]): Promise<unknown> {
  try {
    return await graph.send(...words);
  } catch (error) {
    const fault = graphFault(error);
    // A wrong password is not a question that stays open.
    if (!(error instanceof ErrorReply) || /^(?:WRONGPASS|NOAUTH)\b/.test(error.message)) throw fault;
    return undefined;
  }
}

function moduleIn(info: string): ServerFacts["module"] {
  const version = /^module:name=graph,ver=(\d+)/m.exec(info)?.[1];
  if (version === undefined) return null;
  const number = Number(version);
  return [Math.floor(number / 10_000), Math.floor(number / 100) % 100, number % 100];
}

function pairs(reply: unknown): ReadonlyMap<string, string> | undefined {
  if (!Array.isArray(reply)) return undefined;
  const words = reply.map(String);
  return new Map(words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1] ?? ""] as const] : [])));
}

async function forbiddenOf(
  graph: Graph,
  user: string,
  commands: readonly (readonly string[])[],
): Promise<ServerFacts["forbidden"]> {
  const replies = await Promise.all(
    commands.map((command) => answer(graph, "ACL", "DRYRUN", user, ...command)),
  );
  if (replies.includes(undefined)) return undefined;
  return commands.filter((_, i) => replies[i] !== "OK");
}
