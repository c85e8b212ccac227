import { type CountedTerm, MOST_ROWS } from "../../../domain/recall/query-terms.ts";
import { headPosition } from "../log/audit-log.ts";
import type { Sql } from "../shared/connection.ts";

/** From so many rows on a count may be a little old, because a few more or less say nothing. */
const COMMON = 1_000;
const STALE = 0.02;
/** Other counts hold until the memory changes; questions that follow each other share many words. */
const MOST_KEPT = 5_000;

/** How many rows have a word, and how many there are. */
export function termCounts(table: string) {
  const common = new Map<string, { readonly rows: number; readonly among: number }>();
  const exact = new Map<string, number>();
  let position = -1;
  let rowsInIndex = 0;

  const counted = (sql: Sql, term: string): number =>
    (
      sql.get(
        `SELECT count(*) AS n FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT ?)`,
        quoted(term),
        MOST_ROWS,
      ) as { n: number }
    ).n;

  return {
    /** Every write leaves a row in the audit log, so its head tells whether anything has changed. */
    rows(sql: Sql): number {
      const head = headPosition(sql);
      if (head !== position) {
        exact.clear();
        rowsInIndex = (sql.get(`SELECT count(*) AS n FROM ${table}_docsize`) as { n: number }).n;
        position = head;
      }
      return rowsInIndex;
    },
    /** With how many rows had to be gone through for it. */
    of(sql: Sql, term: string): { readonly term: CountedTerm; readonly cost: number } {
      const old = common.get(term);
      const known =
        exact.get(term) ??
        (old && Math.abs(old.among - rowsInIndex) <= STALE * rowsInIndex ? old.rows : undefined);
      if (known !== undefined) return { term: { term, rows: known }, cost: 0 };
      const rows = counted(sql, term);
      if (rows >= COMMON) common.set(term, { rows, among: rowsInIndex });
      else if (exact.size < MOST_KEPT) exact.set(term, rows);
      return { term: { term, rows }, cost: rows };
    },
  };
}

export const quoted = (words: string): string => `"${words.replaceAll('"', '""')}"`;
