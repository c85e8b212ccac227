import { keyText } from "../../domain/team/shared-change.ts";
import type { LogErasure } from "../../domain/team/team-log.ts";
import { graphFault, isInProgress, isNotPermitted } from "./faults.ts";
import type { Graph } from "./graph.ts";
import { removeRecords } from "./records.ts";

const REPLACE_PARTS = `
  UNWIND $rows AS row
  MATCH (c:Change {key: row.key}) WHERE c.parts <> row.parts
  SET c.parts = row.parts
  RETURN c.key`;

/** Returns whether the log had any of the text. */
export async function erase(graph: Graph, { records, changes }: LogErasure): Promise<boolean> {
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
export async function rewriteFiles(graph: Graph): Promise<boolean> {
  try {
    await graph.send("BGREWRITEAOF");
    return true;
  } catch (error) {
    if (isNotPermitted(error) || isInProgress(error)) return false;
    throw graphFault(error);
  }
}
