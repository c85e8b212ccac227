import { boundTerms, type CountedTerm, type QueryTerms } from "../../../domain/recall/query-terms.ts";
import { ALL_PROJECTS, type Scope } from "../../../domain/shared/scope.ts";
import type { TextQuery } from "../../../domain/shared/search-text.ts";
import type { Connection, Sql } from "../shared/connection.ts";
import { letOthersIn } from "../shared/turn.ts";
import { quoted, termCounts } from "./term-counts.ts";

/** A table of words with a `title` and a `body`, and which memories it is for. */
export interface WordIndex {
  readonly table: "memories_text" | "notes_text";
  /** As SQL has them. */
  readonly types: string;
}
export const DECISIONS: WordIndex = { table: "memories_text", types: "('decision')" };
export const NOTES: WordIndex = { table: "notes_text", types: "('checkpoint', 'insight')" };

/** Of BM25: a word in the statement or topic counts as much as three elsewhere. */
const rankIn = ({ table }: WordIndex): string => `bm25(${table}, 3.0, 1.0)`;
/** Rows that are scored at a time, so that a search among many does not hold up everything else. */
const ROWS_IN_SLICE = 12_000;

export interface WordHit {
  readonly memory: number;
  /** BM25, higher is better. */
  readonly words: number;
}

export interface WordSearch {
  /** What to look a text up by, and how many rows there are. */
  terms(text: TextQuery): Promise<{ terms: QueryTerms; rowsInIndex: number }>;
  /** The best of a scope, and those of `wanted` that have any of the words. */
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
    async terms(text) {
      const terms: CountedTerm[] = [];
      let rowsInIndex = await connection.read(counted.rows);
      while (terms.length < text.terms.length) {
        if (terms.length > 0) await letOthersIn();
        await connection.read((sql) => {
          rowsInIndex = counted.rows(sql);
          for (let since = 0; since <= ROWS_IN_SLICE && terms.length < text.terms.length; ) {
            const one = counted.of(sql, text.terms[terms.length] as string);
            terms.push(one.term);
            since += one.cost;
          }
        });
      }
      return { terms: boundTerms(terms), rowsInIndex };
    },

    async hits(terms, text, scope, limit, wanted) {
      const match = matchOf(terms.kept, text);
      if (match === undefined) return [];
      const rows = terms.kept.reduce((sum, one) => sum + one.rows, 0);
      const slices = await slicesOf(connection, Math.max(1, Math.ceil(rows / ROWS_IN_SLICE)));
      const asked = JSON.stringify(wanted);
      const all = await inSlices(connection, slices, (sql, slice) =>
        best(sql, index, match, slice, asked, limit + wanted.length),
      );
      const found = bestOf(all, limit);
      const nearby = new Set(wanted);
      const withWanted = (best: readonly WordHit[]): WordHit[] => {
        const known = new Set(best.map(({ memory }) => memory));
        return [...best, ...all.filter(({ memory }) => nearby.has(memory) && !known.has(memory))];
      };
      if (scope === ALL_PROJECTS) return withWanted(found);
      const inScope = await connection.read((sql) => only(sql, index, found, scope));
      // Often all of the best are of the project that is asked. Only otherwise the project of each row is looked up.
      if (inScope.length === found.length || found.length < limit) return withWanted(inScope);
      const scoped = await inSlices(connection, slices, (sql, slice) =>
        bestInScope(sql, index, match, slice, limit, scope),
      );
      return withWanted(bestOf(scoped, limit));
    },
  };
}

type Slice = readonly [first: number, last: number];

async function slicesOf(connection: Connection, count: number): Promise<Slice[]> {
  const { last } = (await connection.read((sql) =>
    sql.get("SELECT coalesce(max(seq), 0) AS last FROM memories"),
  )) as { last: number };
  const step = Math.ceil(last / count);
  return Array.from({ length: count }, (_, i) => [i * step + 1, (i + 1) * step]);
}

async function inSlices(
  connection: Connection,
  slices: readonly Slice[],
  work: (sql: Sql, slice: Slice) => WordHit[],
): Promise<WordHit[]> {
  const hits: WordHit[] = [];
  for (const slice of slices) {
    if (hits.length > 0) await letOthersIn();
    hits.push(...(await connection.read((sql) => work(sql, slice))));
  }
  return hits;
}

/**
 * Those that are wanted come first, so that one pass through the index finds them and the best of the others. Two
 * hundred rows come faster as one JSON text.
 */
function best(
  sql: Sql,
  index: WordIndex,
  match: string,
  [first, last]: Slice,
  wanted: string,
  limit: number,
): WordHit[] {
  const { table } = index;
  const row = sql.get(
    `SELECT json_group_array(json_array(seq, score)) AS hits FROM (
       SELECT rowid AS seq, ${rankIn(index)} AS score FROM ${table}
       WHERE ${table} MATCH ? AND rowid BETWEEN ? AND ?
       ORDER BY +rowid IN (SELECT value FROM json_each(?)) DESC, score LIMIT ?)`,
    match,
    first,
    last,
    wanted,
    limit,
  );
  const hits = JSON.parse(row?.["hits"] as string) as [number, number][];
  return hits.map(([memory, score]) => ({ memory, words: -score }));
}

function bestInScope(
  sql: Sql,
  index: WordIndex,
  match: string,
  [first, last]: Slice,
  limit: number,
  scope: Scope,
): WordHit[] {
  const { table, types } = index;
  const rows = sql.all(
    `SELECT m.seq, ${rankIn(index)} AS score
     FROM ${table} CROSS JOIN memories m INDEXED BY memories_by_seq ON m.seq = ${table}.rowid
     WHERE ${table} MATCH ? AND ${table}.rowid BETWEEN ? AND ? AND m.project = ? AND m.type IN ${types}
     ORDER BY score LIMIT ?`,
    match,
    first,
    last,
    scope,
    limit,
  );
  return rows.map((row) => ({ memory: row["seq"] as number, words: -(row["score"] as number) }));
}

function only(sql: Sql, { types }: WordIndex, hits: readonly WordHit[], scope: Scope): WordHit[] {
  const rows = sql.all(
    `SELECT seq FROM memories INDEXED BY memories_by_seq
     WHERE seq IN (SELECT value FROM json_each(?)) AND project = ? AND type IN ${types}`,
    JSON.stringify(hits.map(({ memory }) => memory)),
    scope,
  );
  const inScope = new Set(rows.map((row) => row["seq"]));
  return hits.filter(({ memory }) => inScope.has(memory));
}

const bestOf = (hits: readonly WordHit[], limit: number): WordHit[] =>
  [...hits].sort((a, b) => b.words - a.words || b.memory - a.memory).slice(0, limit);

/** A query that is nothing but a quotation demands it; in a sentence a quotation only adds weight. */
function matchOf(kept: readonly CountedTerm[], { phrases, onlyPhrases }: TextQuery): string | undefined {
  const terms = kept.map(({ term }) => quoted(term));
  const sequences = phrases.flat().map(quoted);
  if (terms.length + sequences.length === 0) return undefined;
  if (!onlyPhrases) return [...terms, ...sequences].join(" OR ");
  return [...sequences, ...(terms.length === 0 ? [] : [`(${terms.join(" OR ")})`])].join(" AND ");
}
