import { type CountedTerm, MOST_ROWS } from "../../../domain/recall/query-terms.ts";
import { headPosition } from "../log/audit-log.ts";
import type { Sql } from "../shared/connection.ts";
import { readTotals } from "./indexed-rows.ts";
import { quoted, type WordLists } from "./word-lists.ts";
import type { WordIndex } from "./word-rows.ts";

/** Counts from this many rows on may be slightly out of date: a few rows more or less make no difference. */
const COMMON_FROM = 1_000;
/** Such a count is used until the index has grown or shrunk by this share. */
const MAX_DRIFT = 0.02;
/** Other counts are cached until the memory changes, because successive queries share many words. */
const MOST_KEPT = 10_000;

/** Counts how many rows contain a word, by the lists in memory where there are some. */
export function termCounts(index: WordIndex, lists: Pick<WordLists, "countOf" | "readCount">) {
  const { table } = index;
  const common = new Map<string, { readonly rows: number; readonly among: number }>();
  const exact = new Map<string, number>();
  let position = -1;
  let rowsInIndex = 0;

  const countRows = (sql: Sql, term: string): number =>
    (
      sql.get(
        `SELECT count(*) AS n FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT ?)`,
        quoted(term),
        MOST_ROWS,
      ) as { n: number }
    ).n;

  const keep = (term: string, rows: number): void => {
    if (exact.size < MOST_KEPT) exact.set(term, rows);
  };

  return {
    /**
     * The number of rows in the index. Every write adds to the audit log, so its head shows whether anything changed.
     */
    rows(sql: Sql): number {
      const head = headPosition(sql);
      if (head !== position) {
        exact.clear();
        rowsInIndex = readTotals(sql, index).rows;
        position = head;
      }
      return rowsInIndex;
    },
    /** Whether any row contains one of the terms. Call it after `rows`, which forgets what is out of date. */
    anyOf(sql: Sql, terms: readonly string[]): boolean {
      if (terms.some((term) => (exact.get(term) ?? 0) > 0)) return true;
      const uncounted = terms.filter((term) => !exact.has(term));
      if (uncounted.length === 0) return false;
      const found = sql.get(
        `SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT 1`,
        uncounted.map((term) => quoted(term)).join(" OR "),
      );
      // Words repeat from query to query, and with them their other wordings, which no row has.
      if (!found) for (const term of uncounted) keep(term, 0);
      return found !== undefined;
    },
    /** `cost` is how many rows were read to count the term; 0 if the count was cached. */
    of(sql: Sql, term: string): { readonly term: CountedTerm; readonly cost: number } {
      const old = common.get(term);
      const known =
        exact.get(term) ??
        lists.countOf(term) ??
        (old && Math.abs(old.among - rowsInIndex) <= MAX_DRIFT * rowsInIndex ? old.rows : undefined);
      if (known !== undefined) return { term: { term, rows: known }, cost: 0 };
      const rows = lists.readCount(sql, term) ?? countRows(sql, term);
      if (rows >= COMMON_FROM) common.set(term, { rows, among: rowsInIndex });
      else keep(term, rows);
      return { term: { term, rows }, cost: rows };
    },
  };
}
