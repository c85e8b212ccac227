/** Searches a full-text index by words: counts them, and finds the best rows by the lists in memory or by SQL. */
import { ALL_PROJECTS, type Scope } from "../../shared/scope.ts";
import type { TextQuery } from "../../shared/words/search-text.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { yieldToEventLoop } from "../../store/file/yield-to-event-loop.ts";
import { headPosition } from "../../store/log/audit.ts";
import {
  boundTerms,
  type CountedTerm,
  type IndexedTerms,
  MOST_ROWS,
  type QueryTerms,
  termsThatMatter,
} from "../rules/query-terms.ts";
import { rowScores } from "./bm25.ts";
import {
  quoted,
  rankIn,
  readTotals,
  type WordHit,
  type WordIndex,
  type WordLists,
  wordLists,
} from "./word-lists.ts";

export const DECISIONS: WordIndex = { table: "memories_text", types: "('decision')", rows: "memories" };
export const PASSAGES: WordIndex = { table: "passages_text", types: "('decision')", rows: "passages" };
export const NOTES: WordIndex = {
  table: "notes_text",
  types: "('checkpoint', 'insight')",
  rows: "memories",
};

/** Other work runs after this many rows, so that a long search does not block the process. */
const ROWS_IN_SLICE = 12_000;
interface WordSearch {
  isEmpty(): Promise<boolean>;
  /** The terms to search for, and the number of rows in the index. */
  terms(text: TextQuery): Promise<IndexedTerms>;
  /** Reads what `hits` will need, so that it need not be read then. */
  prepare(terms: QueryTerms, text: TextQuery): Promise<void>;
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
  const lists = wordLists(connection, index);
  const scores = rowScores(lists);
  const counted = termCounts(index, lists);
  return {
    isEmpty: () => connection.read((sql) => counted.rows(sql) === 0),

    async terms(text) {
      await lists.rows.catchUp();
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

    async prepare(terms, text) {
      const words = listedWords(terms, text);
      if (words?.some((word) => lists.countOf(word) === undefined)) await lists.use(words, () => {});
    },

    async hits(terms, text, scope, limit, wanted) {
      const match = matchOf(terms.kept, text);
      if (match === undefined) return [];
      const words = listedWords(terms, text);
      const known =
        words &&
        (await lists.use(words, (found) => {
          const project = scope === ALL_PROJECTS ? undefined : lists.rows.projectNumber(scope);
          if (scope !== ALL_PROJECTS && project === undefined) return [];
          return scores.best(found, { limit, project, wanted });
        }));
      if (known) return known;
      const rowCount = rowsWith(terms);
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

const rowsWith = ({ kept }: QueryTerms): number => kept.reduce((sum, { rows }) => sum + rows, 0);

const bestOf = (hits: readonly WordHit[], limit: number): WordHit[] =>
  [...hits].sort((a, b) => b.words - a.words || b.row - a.row).slice(0, limit);

/**
 * The words and phrases of a query whose rows are listed in memory; undefined if it is more than any of them, or has a word
 * in so many rows that they were not counted.
 */
function listedWords(
  { kept }: QueryTerms,
  { phrases, onlyPhrases, onlyWithout }: TextQuery,
): readonly string[] | undefined {
  if (onlyPhrases) return undefined;
  if (kept.some(({ term, rows }) => rows >= MOST_ROWS || onlyWithout?.has(term))) return undefined;
  return [...kept.map(({ term }) => term), ...phrases.flat()];
}

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

/** Counts from this many rows on may be slightly out of date: a few rows more or less make no difference. */
const COMMON_FROM = 1_000;
/** Such a count is used until the index has grown or shrunk by this share. */
const MAX_DRIFT = 0.02;
/** Other counts are cached until the memory changes, because successive queries share many words. */
const MOST_KEPT = 10_000;

/** Counts how many rows contain a word, by the lists in memory where there are some. */
function termCounts(index: WordIndex, lists: Pick<WordLists, "countOf" | "readCount">) {
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
  const found = sql.one<{ rows: string; scores: string }>(
    `SELECT json_group_array(seq) AS rows, json_group_array(score) AS scores FROM (
       SELECT rowid AS seq, ${rankIn(index)} AS score FROM ${table}
       WHERE ${table} MATCH ? ${inRange.sql}
       ORDER BY iif(+rowid IN (SELECT value FROM json_each(?)), score - ${ABOVE_ANY_SCORE}, score) LIMIT ?)`,
    match,
    ...inRange.values,
    wanted,
    limit,
  );
  const rows = JSON.parse(found.rows) as number[];
  const scores = JSON.parse(found.scores) as number[];
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
  const rows = sql.all<{ number: number; score: number }>(
    `SELECT ${table}.rowid AS number, ${rankIn(index)} AS score FROM ${table} ${memory}
     WHERE ${table} MATCH ? ${inRange.sql} AND m.project = ? AND m.type IN ${types}
     ORDER BY score LIMIT ?`,
    match,
    ...inRange.values,
    scope,
    limit,
  );
  return rows.map((row) => ({ row: row.number, words: -row.score }));
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
  const row = sql.one<{ rows: string }>(
    `SELECT json_group_array(seq) AS rows FROM (${scoped})`,
    found,
    scope,
  );
  const inScope = new Set(JSON.parse(row.rows) as number[]);
  return hits.filter(({ row }) => inScope.has(row));
}

/** A range of row numbers, which is searched in one go. Undefined for all rows. */
type Slice = readonly [first: number, last: number] | undefined;

/** Ranges that make up the whole table. */
async function slicesOf(
  connection: Connection,
  rows: "memories" | "passages",
  count: number,
): Promise<Slice[]> {
  if (count === 1) return [undefined];
  const { last } = (await connection.read((sql) =>
    sql.get(`SELECT coalesce(max(seq), 0) AS last FROM ${rows}`),
  )) as { last: number };
  const step = Math.ceil(last / count);
  return Array.from({ length: count }, (_, i) => [i * step + 1, (i + 1) * step]);
}

/** The condition is left out where it is not needed, because it costs a comparison for every row. */
const inSlice = (
  column: string,
  slice: Slice,
): { readonly sql: string; readonly values: readonly number[] } =>
  slice ? { sql: `AND ${column} BETWEEN ? AND ?`, values: slice } : { sql: "", values: [] };

/** The results of all slices. Other work runs between them. */
async function inSlices<T>(
  connection: Connection,
  slices: readonly Slice[],
  work: (sql: Sql, slice: Slice) => T[],
): Promise<T[]> {
  const hits: T[] = [];
  for (const slice of slices) {
    if (hits.length > 0) await yieldToEventLoop();
    hits.push(...(await connection.read((sql) => work(sql, slice))));
  }
  return hits;
}
