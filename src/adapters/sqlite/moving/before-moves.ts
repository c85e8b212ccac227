import type { Json } from "../../../domain/shared/canonical-json.ts";
import type { Row, Sql } from "../shared/connection.ts";

type Fields = { readonly [key: string]: Json | undefined };

/**
 * Call it before memories are moved to another project: wherever the log points at a row instead of copying it, it gets
 * what the row says about its project. The digest of an entry covers the whole row as it was written, in its first words.
 */
export function noteBeforeMoves(sql: Sql, ids: readonly string[]): void {
  const parts = sql.all(
    `SELECT p.change, p.part, p.args, m.id, m.project,
       coalesce((SELECT v.context_hash FROM revisions v WHERE v.decision_id = m.id ORDER BY v.at, v.id LIMIT 1),
         m.context_hash) AS context_hash
     FROM json_each(?) i JOIN memories m ON m.id = i.value
       JOIN change_refs r ON r.record = m.id AND r.part >= 0
       JOIN change_parts p ON p.change = r.change AND p.part = r.part
     WHERE p.args IS NOT NULL AND p.person IS NULL`,
    JSON.stringify(ids),
  );
  for (const row of parts) {
    const noted = withProject(JSON.parse(row["args"] as string) as Json, row);
    if (noted === undefined) continue;
    sql.run(
      "UPDATE change_parts SET args = ? WHERE change = ? AND part = ?",
      JSON.stringify(noted),
      row["change"] as number,
      row["part"] as number,
    );
  }
}

/** Undefined if it does not point at a row, or says the project already. */
function withProject(args: Json, { id, project, context_hash }: Row): Fields | undefined {
  if (args === null || typeof args !== "object" || Array.isArray(args)) return undefined;
  const { row, memory, kind } = args as Fields;
  const ofMemory = { project: project as string, context_hash: context_hash as string };
  if (isUnmoved(memory)) return { ...(args as Fields), memory: { ...memory, ...ofMemory } };
  // A link is copied into the log instead.
  if (kind === "link" || typeof row !== "string" || !isUnmoved(args)) return undefined;
  return { ...args, ...(row === id ? ofMemory : { project: ofMemory.project }) };
}

const isUnmoved = (pointer: Json | undefined): pointer is Fields =>
  pointer !== null &&
  typeof pointer === "object" &&
  typeof (pointer as Fields)["row"] === "string" &&
  (pointer as Fields)["project"] === undefined;
