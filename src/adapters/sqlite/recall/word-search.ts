import {
  boundTerms,
  type CountedTerm,
  type IndexedTerms,
  type QueryTerms,
  termsThatMatter,
} from "../../../domain/recall/query-terms.ts";
import { ALL_PROJECTS, type Scope } from "../../../domain/shared/scope.ts";
import type { TextQuery } from "../../../domain/shared/search-text.ts";
import type { Connection, Sql } from "../shared/connection.ts";
import { yieldToEventLoop } from "../shared/yield-to-event-loop.ts";
import { inSlice, inSlices, type Slice, slicesOf } from "./row-slices.ts";
import { quoted, termCounts } from "./term-counts.ts";

/** A full-text table with the columns `title` and `body`, and the types of memories in it. */
export interface WordIndex {
  readonly table: "memories_text" | "passages_text" | "notes_text";
  /** As an SQL list. */
  readonly types: string;
  /** What a row number of the table is the number of. */
  readonly rows: "memories" | "passages";
}
export const DECISIONS: WordIndex = { table: "memories_text", types: "('decision')", rows: "memories" };
export const PASSAGES: WordIndex = { table: "passages_text", types: "('decision')", rows: "passages" };
export const NOTES: WordIndex = {
  table: "notes_text",
  types: "('checkpoint', 'insight')",
  rows: "memories",
};

/** A word in the title, which is the statement and topic, counts three times. */
const rankIn = ({ table }: WordIndex): string => `bm25(${table}, 3.0, 1.0)`;
/** Other work runs after this many rows, so that a long search does not block the process. */
const ROWS_IN_SLICE = 12_000;

export interface WordHit {
  /** The number of the memory or passage. */
  readonly row: number;
  /** BM25, higher is better. */
  readonly words: number;
}

export interface WordSearch {
  isEmpty(): Promise<boolean>;
  /** The terms to search for, and the number of rows in the index. */
  terms(text: TextQuery): Promise<IndexedTerms>;
  /** The best rows of a scope, plus those of `wanted` that contain any of the words. */
  hits(
    terms: QueryTerms,
    text: TextQuery,
    scope: Scope,
    limit: number,
    wanted: readonly number[],
  ): Promise<WordHit[]>;
}

export function wordSearch(connection: Connection, index: WordIndex): WordSearch {
  const { table } = index;
  const counted = termCounts(table);
  return {
    isEmpty: () => connection.read((sql) => counted.rows(sql) === 0),

    async terms(text) {
      const terms: CountedTerm[] = [];
      let rowsInIndex = 0;
      let searched: readonly string[] | undefined;
      do {
        if (searched) await yieldToEventLoop();
        searched = await connection.read((sql) => {
          rowsInIndex = counted.rows(sql);
          const all = searched ?? withKnownWordings(text, (some) => counted.anyOf(sql, some));
          for (let rowsRead = 0; rowsRead <= ROWS_IN_SLICE && terms.length < all.length; ) {
            const { term, cost } = counted.of(sql, all[terms.length] as string);
            terms.push(term);
            rowsRead += cost;
          }
          return all;
        });
      } while (terms.length < searched.length);
      return {
        terms: { ...boundTerms(termsThatMatter(terms, text)), alternatives: text.alternatives },
        rowsInIndex,
      };
    },

    async hits(terms, text, scope, limit, wanted) {
      const match = matchOf(terms.kept, text);
      if (match === undefined) return [];
      const rowCount = terms.kept.reduce((sum, { rows }) => sum + rows, 0);
      const slices = await slicesOf(connection, index.rows, Math.max(1, Math.ceil(rowCount / ROWS_IN_SLICE)));
      const wantedJson = JSON.stringify(wanted);
      const all = await inSlices(connection, slices, (sql, slice) =>
        best(sql, index, match, slice, wantedJson, limit + wanted.length),
      );
      const found = bestOf(all, limit);
      const nearby = new Set(wanted);
      const withWanted = (best: readonly WordHit[]): WordHit[] => {
        const known = new Set(best.map(({ row }) => row));
        return [...best, ...all.filter(({ row }) => nearby.has(row) && !known.has(row))];
      };
      if (scope === ALL_PROJECTS) return withWanted(found);
      const scopedHits = await connection.read((sql) => inProject(sql, index, found, scope));
      // Often all of the best rows are in the requested project. Otherwise a second pass checks the project of each
      // row.
      if (scopedHits.length === found.length || found.length < limit) return withWanted(scopedHits);
      const scoped = await inSlices(connection, slices, (sql, slice) =>
        bestInScope(sql, index, match, slice, limit, scope),
      );
      return withWanted(bestOf(scoped, limit));
    },
  };
}

/** The words of a query, and of its other wordings those that the index has: hardly any, so they are looked up together. */
function withKnownWordings(
  { terms, words }: TextQuery,
  hasAnyOf: (terms: readonly string[]) => boolean,
): readonly string[] {
  const asked = new Set(words);
  const knownAmong = (some: readonly string[]): readonly string[] => {
    if (some.length === 0 || !hasAnyOf(some)) return [];
    const half = Math.ceil(some.length / 2);
    return half === some.length
      ? some
      : [...knownAmong(some.slice(0, half)), ...knownAmong(some.slice(half))];
  };
  return [
    ...terms.filter((term) => asked.has(term)),
    ...knownAmong(terms.filter((term) => !asked.has(term))),
  ];
}

/** BM25 is a few units for each word of a query. */
const ABOVE_ANY_SCORE = 1e6;

/**
 * Sorts the wanted rows first, so that one pass through the index finds them and the best of the others. They are sorted
 * by one number, because two for each row take longer. Returned as two JSON lists, which is faster for two hundred rows.
 */
function best(
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
  const scores = JSON.parse(found?.["scores"] as string) as number[];
  const rows = JSON.parse(found?.["rows"] as string) as number[];
  return rows.map((row, i) => ({ row, words: -(scores[i] as number) }));
}

function bestInScope(
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

function inProject(
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

const bestOf = (hits: readonly WordHit[], limit: number): WordHit[] =>
  [...hits].sort((a, b) => b.words - a.words || b.row - a.row).slice(0, limit);

/** A query that is nothing but quotations must match them; within a sentence a quotation only adds weight. */
function matchOf(
  kept: readonly CountedTerm[],
  { phrases, onlyPhrases, onlyWithout }: TextQuery,
): string | undefined {
  const terms = kept.map(({ term }) => {
    const others = onlyWithout?.get(term);
    return others ? `(${quoted(term)} NOT (${others.map(quoted).join(" AND ")}))` : quoted(term);
  });
  const sequences = phrases.flat().map(quoted);
  if (terms.length + sequences.length === 0) return undefined;
  if (!onlyPhrases) return [...terms, ...sequences].join(" OR ");
  return [...sequences, ...(terms.length === 0 ? [] : [`(${terms.join(" OR ")})`])].join(" AND ");
}
