import { ALL_PROJECTS, type Scope } from "../../../domain/shared/scope.ts";
import type { Sql } from "../shared/connection.ts";
import { quoted } from "./word-lists.ts";

/** Only the newest rows are looked at, so that the cost does not depend on the size of the memory. */
const NEWEST_ROWS = 2_000;
/** Long words are rarer than short ones, and rare words tell more. */
const MOST_WORDS = 4;
/** Some of them may belong to other projects. */
const SCOPED_ROWS = 60;

/** The ids of decisions with several of the words in the title, those with most of them first, then the newest. */
export function decisionsSharing(
  sql: Sql,
  scope: Scope,
  words: readonly string[],
  limit: number,
): readonly string[] {
  const shared = new Map<number, number>();
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, MOST_WORDS);
  for (const word of longest) {
    const row = sql.get(
      `SELECT json_group_array(rowid) AS rows FROM memories_text
       WHERE memories_text MATCH ? AND rowid > (SELECT max(seq) FROM memories) - ${NEWEST_ROWS}`,
      `title : ${quoted(word)}`,
    );
    for (const seq of JSON.parse(row?.["rows"] as string) as number[])
      shared.set(seq, (shared.get(seq) ?? 0) + 1);
  }
  const best = [...shared]
    .sort(([a, n], [b, m]) => m - n || b - a)
    .slice(0, SCOPED_ROWS)
    .map(([seq]) => seq);
  const found = sql.all(
    `SELECT seq, id FROM memories WHERE seq IN (SELECT value FROM json_each(?)) AND type = 'decision'
     ${scope === ALL_PROJECTS ? "" : "AND +project = ?"}`,
    JSON.stringify(best),
    ...(scope === ALL_PROJECTS ? [] : [scope]),
  );
  return found
    .map((row) => ({ seq: row["seq"] as number, id: row["id"] as string }))
    .sort((a, b) => (shared.get(b.seq) ?? 0) - (shared.get(a.seq) ?? 0) || b.seq - a.seq)
    .slice(0, limit)
    .map(({ id }) => id);
}
