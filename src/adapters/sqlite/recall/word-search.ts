import {
  boundTerms,
  type CountedTerm,
  type IndexedTerms,
  MOST_ROWS,
  type QueryTerms,
  termsThatMatter,
} from "../../../domain/recall/query-terms.ts";
import { ALL_PROJECTS, type Scope } from "../../../domain/shared/scope.ts";
import type { TextQuery } from "../../../domain/shared/search-text.ts";
import type { Connection } from "../shared/connection.ts";
import { yieldToEventLoop } from "../shared/yield-to-event-loop.ts";
import { rowScores } from "./bm25.ts";
import { inSlices, slicesOf } from "./row-slices.ts";
import { termCounts } from "./term-counts.ts";
import { quoted, wordLists } from "./word-lists.ts";
import { best, bestInScope, inProject, type WordHit, type WordIndex } from "./word-rows.ts";

export const DECISIONS: WordIndex = { table: "memories_text", types: "('decision')", rows: "memories" };
export const PASSAGES: WordIndex = { table: "passages_text", types: "('decision')", rows: "passages" };
export const NOTES: WordIndex = {
  table: "notes_text",
  types: "('checkpoint', 'insight')",
  rows: "memories",
};

/** Other work runs after this many rows, so that a long search does not block the process. */
const ROWS_IN_SLICE = 12_000;
export interface WordSearch {
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
