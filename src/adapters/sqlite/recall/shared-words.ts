import { ALL_PROJECTS, type Scope } from "../../../domain/shared/scope.ts";
import type { Sql } from "../shared/connection.ts";
import { quoted } from "./term-counts.ts";

/** The newest rows with each word are compared. The cost does not depend on the size of the memory. */
const NEWEST_ROWS = 60;
const MOST_WORDS = 12;

/** The ids of decisions with several of the words in the title, those with most of them first, then the newest. */
export function decisionsSharing(
  sql: Sql,
  scope: Scope,
  words: readonly string[],
  limit: number,
): readonly string[] {
  const shared = new Map<number, number>();
  for (const word of words.slice(0, MOST_WORDS)) {
    const rows = sql.all(
      "SELECT rowid AS seq FROM memories_text WHERE memories_text MATCH ? ORDER BY rowid DESC LIMIT ?",
      `title : ${quoted(word)}`,
      NEWEST_ROWS,
    );
    for (const row of rows) shared.set(row["seq"] as number, (shared.get(row["seq"] as number) ?? 0) + 1);
  }
  const found = sql.all(
    `SELECT seq, id FROM memories WHERE seq IN (SELECT value FROM json_each(?)) AND type = 'decision'
     ${scope === ALL_PROJECTS ? "" : "AND +project = ?"}`,
    JSON.stringify([...shared.keys()]),
    ...(scope === ALL_PROJECTS ? [] : [scope]),
  );
  return found
    .map((row) => ({ seq: row["seq"] as number, id: row["id"] as string }))
    .sort((a, b) => (shared.get(b.seq) ?? 0) - (shared.get(a.seq) ?? 0) || b.seq - a.seq)
    .slice(0, limit)
    .map(({ id }) => id);
}
