import type { Decision } from "../../../domain/decisions/decision.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import { decisionsByNumber } from "../decisions/find-decision.ts";
import type { Sql } from "../shared/connection.ts";
import { quoted } from "./word-lists.ts";

/** Only the newest rows are looked at, so that the cost does not depend on the size of the memory. */
const NEWEST_ROWS = 2_000;
/** Long words are rarer than short ones, and rare words tell more. */
const MOST_WORDS = 4;
/** Some of them may belong to other projects. */
const SCOPED_ROWS = 60;

/** Decisions with several of the words in the title, those with most of them first, then the newest. */
export function decisionsSharing(
  sql: Sql,
  scope: Scope,
  words: readonly string[],
  limit: number,
): readonly Decision[] {
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
  const found: Decision[] = [];
  // Mostly the first few are enough.
  const best = mostShared(shared);
  for (let from = 0; from < best.length && found.length < limit; from += limit)
    found.push(...decisionsByNumber(sql, scope, best.slice(from, from + limit)));
  return found.slice(0, limit);
}

/** The numbers of the best rows: those with most of the words, then the newest. Sorting all of them would take longer. */
function mostShared(shared: ReadonlyMap<number, number>): readonly number[] {
  const byCount: number[][] = Array.from({ length: MOST_WORDS }, () => []);
  for (const [row, words] of shared) byCount[MOST_WORDS - words]?.push(row);
  const best: number[] = [];
  for (const rows of byCount) if (best.length < SCOPED_ROWS) best.push(...rows.sort((a, b) => b - a));
  return best.slice(0, SCOPED_ROWS);
}
