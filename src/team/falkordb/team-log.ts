import { parseGraphUrl } from "../../shared/graph-url.ts";
import type { Entropy } from "../../shared/ports.ts";
import { keyText } from "../rules/member-change.ts";
import type { LogErasure, TeamLog } from "../rules/team-log.ts";
import { graphFault, isInProgress, isNotPermitted, openConnection, type Patience } from "./connection.ts";
import { append, type Graph, openGraph, readAfter, removeRecords } from "./entries.ts";
import { examine } from "./examine.ts";
import { beginLife, readHead, readMachines, report } from "./head.ts";
import { ask, project } from "./projection.ts";

export interface TeamLogOptions {
  /** See `parseGraphUrl`; may contain the user and the password. */
  readonly url: string;
  /** The name of the graph: one team has one. */
  readonly graph: string;
  /** For the names of lives. */
  readonly entropy: Entropy;
  readonly patience?: Partial<Patience> | undefined;
}

const PATIENCE: Patience = { call: 3_000, connect: 1_000 };

/** Does not connect yet: the first call does. */
export function connectTeamLog({ url, graph: name, entropy, patience }: TeamLogOptions): TeamLog {
  const address = parseGraphUrl(url);
  const connection = openConnection(address, { ...PATIENCE, ...patience });
  const graph = openGraph(connection, name);
  return {
    head: () => readHead(graph),
    begin: (life, instead) =>
      beginLife(graph, {
        life,
        lifeId: Buffer.from(entropy.bytes(16)).toString("hex"),
        instead: instead?.lifeId,
      }),
    after: (cursor, limit) => readAfter(graph, cursor, limit),
    append: (changes, cursor) => append(graph, changes, cursor),
    erase: (erasure) => erase(graph, erasure),
    rewriteFiles: () => rewriteFiles(graph),
    report: (machine, now) => report(graph, machine, now),
    machines: () => readMachines(graph),
    project: (piece) => project(graph, piece),
    ask: (question) => ask(graph, question),
    examine: () => examine(graph, { hasPassword: address.password !== undefined }),
    close: async () => connection.close(),
  };
}

const REPLACE_PARTS = `
  UNWIND $rows AS row
  MATCH (c:Change {key: row.key}) WHERE c.parts <> row.parts
  SET c.parts = row.parts
  RETURN c.key`;

/** Returns whether the log had any of the text. */
async function erase(graph: Graph, { records, changes }: LogErasure): Promise<boolean> {
  // Otherwise a log that is not there would be made.
  if ((await graph.read("RETURN 1")) === undefined) return false;
  const rows = changes.map((change) => ({ key: keyText(change), parts: JSON.stringify(change.parts) }));
  const replaced = rows.length > 0 ? await graph.write(REPLACE_PARTS, { rows }) : [];
  if (records.length > 0) {
    for (const { query, parameters } of removeRecords(records)) await graph.write(query, parameters);
  }
  await forgetQueries(graph);
  return replaced.length > 0;
}

/** Unless told otherwise, the server keeps the last queries with their parameters, and so with the words in them. */
async function forgetQueries(graph: Graph): Promise<void> {
  try {
    await graph.send("DEL", `telemetry{${graph.name}}`);
  } catch (error) {
    // The examination of the server says that it keeps them.
    if (!isNotPermitted(error)) throw graphFault(error);
  }
}

/** Returns false if the server refused: it may be at it already, or the user may not. */
async function rewriteFiles(graph: Graph): Promise<boolean> {
  try {
    await graph.send("BGREWRITEAOF");
    return true;
  } catch (error) {
    if (isNotPermitted(error) || isInProgress(error)) return false;
    throw graphFault(error);
  }
}
