import { ErrorReply } from "@redis/client";
import type { ServerFinding } from "../rules/team-log.ts";
import { graphFault } from "./connection.ts";
import type { Graph } from "./entries.ts";

/** The series that we test with. Older ones may answer the same queries otherwise. */
const TESTED = [4, 16] as const;

export async function examine(
  graph: Graph,
  { hasPassword }: { readonly hasPassword: boolean },
): Promise<{ readonly version: string; readonly findings: readonly ServerFinding[] }> {
  const facts = await readServerFacts(graph, [...neededFor(graph.name), ...forErasing(graph.name)]);
  return {
    version: facts.module ? facts.module.join(".") : "unknown",
    findings: [
      ...moduleFindings(facts),
      ...settingFindings(facts),
      ...graphSettingFindings(facts),
      ...accessFindings(facts, graph.name, hasPassword),
    ],
  };
}

const neededFor = (graph: string): string[][] => [
  ["PING"],
  ["GRAPH.RO_QUERY", graph, "RETURN 1"],
  ["GRAPH.QUERY", graph, "RETURN 1"],
];

const forErasing = (graph: string): string[][] => [["BGREWRITEAOF"], ["DEL", `telemetry{${graph}}`]];

function moduleFindings({ module }: ServerFacts): ServerFinding[] {
  if (module === undefined) {
    return [unreadable("version", "which version the server has", "+info")];
  }
  if (module === null) {
    return [
      finding(
        "version",
        "error",
        "The server has no FalkorDB module, so it has no graphs.",
        "Add `loadmodule /path/to/falkordb.so` to redis.conf, or use the image falkordb/falkordb.",
      ),
    ];
  }
  const [major, minor] = module;
  if (major > TESTED[0] || (major === TESTED[0] && minor >= TESTED[1])) return [];
  return [
    finding(
      "version",
      "warning",
      `FalkorDB ${module.join(".")} is older than ${TESTED.join(".")}, with which this was tested.`,
      `Update the module or the image to ${TESTED.join(".")} or newer.`,
    ),
  ];
}

function settingFindings({ settings }: ServerFacts): ServerFinding[] {
  if (!settings)
    return [unreadable("append_only", "whether the server keeps its data on disk", "+config|get")];
  const found: ServerFinding[] = [];
  if (settings.get("appendonly") !== "yes") {
    found.push(
      finding(
        "append_only",
        "error",
        "The server does not write every change to its disk.",
        "Set `appendonly yes` in redis.conf.",
      ),
    );
  }
  if (settings.get("save")) {
    found.push(
      finding(
        "append_only",
        "warning",
        "The server also writes snapshots, in which erased text stays until the next one.",
        'Set `save ""` in redis.conf.',
      ),
    );
  }
  const policy = settings.get("maxmemory-policy");
  if (policy !== undefined && policy !== "noeviction") {
    const limited = Number(settings.get("maxmemory")) > 0;
    found.push(
      finding(
        "eviction",
        limited ? "error" : "warning",
        `A server without memory left drops the whole log: its policy is ${policy}.`,
        "Set `maxmemory-policy noeviction` in redis.conf.",
      ),
    );
  }
  return found;
}

function graphSettingFindings({ graphSettings, module }: ServerFacts): ServerFinding[] {
  if (module === null) return [];
  if (!graphSettings) {
    return [unreadable("command_log", "whether the server remembers queries", "+graph.config|get")];
  }
  const found: ServerFinding[] = [];
  if (graphSettings.get("CMD_INFO") !== "0") {
    found.push(
      finding(
        "command_log",
        "warning",
        "The server keeps the latest queries with the words in them.",
        "Add `CMD_INFO no` to the `loadmodule` line in redis.conf, or to FALKORDB_ARGS of the container.",
      ),
    );
  }
  if (graphSettings.get("EFFECTS_THRESHOLD") !== "0") {
    found.push(
      finding(
        "effects",
        "warning",
        "The server runs its queries again when it starts, which takes minutes.",
        "Add `EFFECTS_THRESHOLD 0` to the `loadmodule` line in redis.conf, or to FALKORDB_ARGS of the container.",
      ),
    );
  }
  return found;
}

function accessFindings(facts: ServerFacts, graph: string, hasPassword: boolean): ServerFinding[] {
  const { user, forbidden, module } = facts;
  // It does not know the commands to ask about, and somebody has to see to the module first.
  if (module === null) return [];
  const found: ServerFinding[] = [];
  if (user === "default" && !hasPassword) {
    found.push(
      finding(
        "access",
        "warning",
        "Whoever reaches the server may do everything there, without a password.",
        "Make a user for the team in the ACL file of the server, and turn off the others with `user default off`.",
      ),
    );
  }
  if (!forbidden) {
    return [...found, unreadable("access", "what this user may do", "+acl|whoami +acl|dryrun")];
  }
  for (const [command = "", key] of forbidden) {
    const needed = neededFor(graph).some(([name]) => name === command);
    found.push(
      finding(
        "access",
        needed ? "error" : "warning",
        needed
          ? `The user ${user} may not run ${command}, without which nothing is shared.`
          : `The user ${user} may not run ${command}, so erased text can stay on the server.`,
        `Add \`${key === undefined ? "" : `~${key} `}+${command.toLowerCase()}\` to the line of that user in the ACL file.`,
      ),
    );
  }
  return found;
}

const finding = (
  what: ServerFinding["what"],
  severity: ServerFinding["severity"],
  problem: string,
  remedy: string,
): ServerFinding => ({ what, severity, problem, remedy });

/** Not knowing is no fault of the server, but somebody should look. */
const unreadable = (what: ServerFinding["what"], which: string, rights: string): ServerFinding =>
  finding(
    what,
    "warning",
    `Nobody knows ${which}: this user may not ask.`,
    `Add \`${rights}\` to the line of this user in the ACL file of the server.`,
  );

/** What a server says of itself. Undefined is what this user may not read, or what the server does not know. */
interface ServerFacts {
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

async function readServerFacts(graph: Graph, commands: readonly (readonly string[])[]): Promise<ServerFacts> {
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
