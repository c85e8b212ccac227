import type { Scope } from "../../../domain/shared/scope.ts";
import type { Sql } from "../shared/connection.ts";
import { inSlice, type Slice } from "./row-slices.ts";

/** A full-text table with the columns `title` and `body`, and the types of memories in it. */
export interface WordIndex {
  readonly table: "memories_text" | "passages_text" | "notes_text";
  /** As an SQL list. */
  readonly types: string;
  /** What a row number of the table is the number of. */
  readonly rows: "memories" | "passages";
}
export interface WordHit {
  /** The number of the memory or passage. */
  readonly row: number;
  /** BM25, higher is better. */
  readonly words: number;
}

/** A word in the title, which is the statement and topic, counts three times. */
export const rankIn = ({ table }: WordIndex): string => `bm25(${table}, 3.0, 1.0)`;

/** BM25 is a few units for each word of a query. */
const ABOVE_ANY_SCORE = 1e6;

/**
 * Sorts the wanted rows first, so that one pass through the index finds them and the best of the others. They are sorted
 * by one number, because two for each row take longer. Returned as two JSON lists, which is faster for two hundred rows.
 */
export function best(
  sql: Sql,
  index: WordIndex,
  match: string,
  slice: Slice,
  wanted: string,
  limit: number,
): WordHit[] {
  const { table } = index;
  const inRange = inSlice("rowid", slice);
  const found = sql.get(
    `SELECT json_group_array(seq) AS rows, json_group_array(score) AS scores FROM (
       SELECT rowid AS seq, ${rankIn(index)} AS score FROM ${table}
       WHERE ${table} MATCH ? ${inRange.sql}
       ORDER BY iif(+rowid IN (SELECT value FROM json_each(?)), score - ${ABOVE_ANY_SCORE}, score) LIMIT ?)`,
    match,
    ...inRange.values,
    wanted,
    limit,
  );
  const rows = JSON.parse(found?.["rows"] as string) as number[];
  const scores = JSON.parse(found?.["scores"] as string) as number[];
  return rows.map((row, i) => ({ row, words: -(scores[i] as number) }));
}

export function bestInScope(
  sql: Sql,
  index: WordIndex,
  match: string,
  slice: Slice,
  limit: number,
  scope: Scope,
): WordHit[] {
  const { table, types, rows: numbers } = index;
  const memory =
    numbers === "memories"
      ? `CROSS JOIN memories m INDEXED BY memories_by_seq ON m.seq = ${table}.rowid`
      : `CROSS JOIN passages p ON p.seq = ${table}.rowid
         CROSS JOIN memories m INDEXED BY memories_by_seq ON m.seq = p.memory`;
  const inRange = inSlice(`${table}.rowid`, slice);
  const rows = sql.all(
    `SELECT ${table}.rowid AS number, ${rankIn(index)} AS score FROM ${table} ${memory}
     WHERE ${table} MATCH ? ${inRange.sql} AND m.project = ? AND m.type IN ${types}
     ORDER BY score LIMIT ?`,
    match,
    ...inRange.values,
    scope,
    limit,
  );
  return rows.map((row) => ({ row: row["number"] as number, words: -(row["score"] as number) }));
}

export function inProject(
  sql: Sql,
  { types, rows: numbers }: WordIndex,
  hits: readonly WordHit[],
  scope: Scope,
): WordHit[] {
  const found = JSON.stringify(hits.map(({ row }) => row));
  const scoped =
    numbers === "memories"
      ? `SELECT seq FROM memories INDEXED BY memories_by_seq
         WHERE seq IN (SELECT value FROM json_each(?)) AND project = ? AND type IN ${types}`
      : `SELECT p.seq FROM passages p JOIN memories m ON m.seq = p.memory
         WHERE p.seq IN (SELECT value FROM json_each(?)) AND +m.project = ? AND m.type IN ${types}`;
  // As one JSON text, because most of the time would go into making a hundred rows.
  const row = sql.get(`SELECT json_group_array(seq) AS rows FROM (${scoped})`, found, scope);
  const inScope = new Set(JSON.parse(row?.["rows"] as string) as number[]);
  return hits.filter(({ row }) => inScope.has(row));
}
