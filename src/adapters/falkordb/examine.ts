import type { ServerFinding } from "../../domain/team/team-log.ts";
import type { Graph } from "./graph.ts";
import { readServerFacts, type ServerFacts } from "./server-facts.ts";

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
