/** The words of a query: which of them are searched for, and how much information they are, in one index or in two. */
import type { Alternatives, TextQuery } from "../../shared/words/search-text.ts";

/** A word of a query, and how many rows of the index contain it. */
export interface CountedTerm {
  readonly term: string;
  readonly rows: number;
}

/** The words of a query, by whether they are searched for. */
export interface QueryTerms {
  /** Searched for; rarest first. */
  readonly kept: readonly CountedTerm[];
  /** Not searched for: too common to be worth the cost. */
  readonly dropped: readonly CountedTerm[];
  /** In no row. */
  readonly absent: readonly CountedTerm[];
  /** Those among the terms that say the same. */
  readonly alternatives?: readonly Alternatives[] | undefined;
}

/** The words of a query in one index. */
export interface IndexedTerms {
  readonly terms: QueryTerms;
  readonly rowsInIndex: number;
}

/** How much information a query contains, in the units of BM25. */
export interface QueryInformation {
  /** The highest BM25 score that a row could get from the kept terms. */
  readonly best: number;
  /** The information in the kept terms, which occur in the memory. */
  readonly known: number;
  /** The information in all but the dropped terms. In a young memory the absent terms count less. */
  readonly all: number;
  /** The share of the information that is known, or presumably would be in a larger memory. */
  readonly familiar: number;
}

/**
 * Every row with a kept term is scored, so this bounds the cost of a search by words. An index with a quarter as many
 * rows loses nothing (nDCG@10 within 0.0001 on every set); one with as many loses up to 0.003, and 0.008 with queries
 * of 55 words. Rows of a term are not counted beyond this number.
 */
export const MOST_ROWS = 20_000;
/** The largest factor that BM25 applies to the weight of a term: k1 + 1. */
const SATURATION = 2.2;
const MIN_WEIGHT = 1e-6;
/**
 * A young memory has few words and does not show which are common. So it is treated as if it had this many rows more,
 * in which short words are common and others do not occur.
 */
const ASSUMED_ROWS = 100;
const ASSUMED_SHARE_WITH_SHORT = 0.3;
/** The share of the words of a fitting query that a grown memory knows; a young one is expected to get there. */
const SHARE_KNOWN_WHEN_GROWN = 0.9;
const SHORT_TERM = /^(?:[a-z\d]{1,3}|w?[^\p{ASCII}])$/u;

/** Drops the most common terms until the rest fits `mostRows`. The rarest term that occurs is always kept. */
export function boundTerms(counted: readonly CountedTerm[], mostRows = MOST_ROWS): QueryTerms {
  const rarestFirst = [...counted].sort((a, b) => a.rows - b.rows);
  const absent = rarestFirst.filter(({ rows }) => rows === 0);
  const present = rarestFirst.slice(absent.length);
  let sum = 0;
  const firstDropped = present.findIndex(({ rows }, i) => {
    sum += rows;
    return i > 0 && sum > mostRows;
  });
  const end = firstDropped === -1 ? present.length : firstDropped;
  return { kept: present.slice(0, end), dropped: present.slice(end), absent };
}

/**
 * The terms of a query that matter: not the parts of compounds that the memory has as a whole, nor other wordings that it
 * does not have.
 */
export function termsThatMatter(
  counted: readonly CountedTerm[],
  { words, oneWords = [] }: Pick<TextQuery, "words" | "oneWords">,
): CountedTerm[] {
  const known = new Set(counted.flatMap(({ term, rows }) => (rows > 0 ? [term] : [])));
  const parts = new Set(oneWords.flatMap((word) => (known.has(word.whole) ? word.parts : [])));
  const asked = new Set(words);
  return counted.filter(({ term, rows }) => !parts.has(term) && (rows > 0 || asked.has(term)));
}

export function informationIn(terms: QueryTerms, rowsInIndex: number): QueryInformation {
  const { kept, absent } = oncePerThing(terms, rowsInIndex);
  const known = sum(kept, (term) => informationOf(term, rowsInIndex));
  const unknown = sum(absent, (term) => informationOf(term, rowsInIndex));
  const seen = rowsInIndex / (rowsInIndex + ASSUMED_ROWS);
  const whole = known + unknown;
  return {
    best: SATURATION * sum(kept, (term) => weightOf(term, rowsInIndex)),
    known,
    all: known + unknown * seen,
    familiar: whole === 0 ? 0 : (known + SHARE_KNOWN_WHEN_GROWN * unknown * (1 - seen)) / whole,
  };
}

/** The worth of a word of average length that only one row has. At least 1, so that a memory of few rows has rare words. */
export function rareWord(rowsInIndex: number): { readonly weight: number; readonly information: number } {
  const term = { term: "unusual", rows: 1 };
  return {
    weight: Math.max(1, weightOf(term, rowsInIndex)),
    information: Math.max(1, informationOf(term, rowsInIndex)),
  };
}

/** The counts if one row that contains all the words did not exist. */
export function withoutOneRow({ kept, dropped, absent, alternatives }: QueryTerms): QueryTerms {
  const reduced = [...kept, ...dropped].map(({ term, rows }) => ({ term, rows: rows - 1 }));
  return { ...boundTerms([...reduced, ...absent]), alternatives };
}

/**
 * The terms that count for the information of a query. Of the wordings of one thing only one does, so that a query is not
 * longer for being searched in other words: of those that the memory knows whole the one with the least information,
 * because a row with any of them has all that was asked for. If it knows none, the one in the query counts.
 */
function oncePerThing(
  { kept, dropped, absent, alternatives = [] }: QueryTerms,
  rowsInIndex: number,
): Pick<QueryTerms, "kept" | "absent"> {
  if (alternatives.length === 0) return { kept, absent };
  const known = new Map([
    ...dropped.map(({ term }): [string, number] => [term, 0]),
    ...kept.map((term): [string, number] => [term.term, informationOf(term, rowsInIndex)]),
  ]);
  const informationIn = (wording: readonly string[]): number =>
    wording.reduce((total, term) => total + (known.get(term) ?? 0), 0);
  const ignored = new Set<string>();
  for (const wordings of alternatives) {
    const [counted = []] = wordings
      .filter((wording) => wording.every((term) => known.has(term)))
      .sort((a, b) => informationIn(a) - informationIn(b))
      .concat(wordings);
    for (const term of wordings.flat()) if (!counted.includes(term)) ignored.add(term);
  }
  const counts = ({ term }: CountedTerm): boolean => !ignored.has(term);
  return { kept: kept.filter(counts), absent: absent.filter(counts) };
}

/** The BM25 weight (IDF) of a term. */
function weightOf({ rows }: CountedTerm, rowsInIndex: number): number {
  return Math.max(MIN_WEIGHT, Math.log((rowsInIndex - rows + 0.5) / (rows + 0.5)));
}

function informationOf({ term, rows }: CountedTerm, rowsInIndex: number): number {
  const rowsWithTerm = rows + (SHORT_TERM.test(term) ? ASSUMED_ROWS * ASSUMED_SHARE_WITH_SHORT : 0);
  return Math.max(0, Math.log((rowsInIndex + ASSUMED_ROWS - rowsWithTerm + 0.5) / (rowsWithTerm + 0.5)));
}

function sum(terms: readonly CountedTerm[], of: (term: CountedTerm) => number): number {
  return terms.reduce((total, term) => total + of(term), 0);
}

/** The words of a query in two indexes as if they were one. */
export function bothIndexes(a: IndexedTerms, b: IndexedTerms): IndexedTerms {
  if (b.rowsInIndex === 0) return a;
  const rows = new Map<string, number>();
  for (const { terms } of [a, b]) {
    for (const { term, rows: count } of [...terms.kept, ...terms.dropped, ...terms.absent])
      rows.set(term, (rows.get(term) ?? 0) + count);
  }
  const all = [...rows]
    .map(([term, count]): CountedTerm => ({ term, rows: count }))
    .sort((x, y) => x.rows - y.rows);
  const kept = new Set([...a.terms.kept, ...b.terms.kept].map(({ term }) => term));
  return {
    terms: {
      kept: all.filter(({ term }) => kept.has(term)),
      dropped: all.filter((one) => !kept.has(one.term) && one.rows > 0),
      absent: all.filter((one) => one.rows === 0),
      alternatives: a.terms.alternatives,
    },
    rowsInIndex: a.rowsInIndex + b.rowsInIndex,
  };
}

/**
 * Makes the BM25 scores of one index comparable with those of another: a row gets the score that it would have in both
 * together if it has the same share of the information that its own index can give.
 */
export function commonScale(own: IndexedTerms, all: IndexedTerms): (words: number) => number {
  if (own === all) return (words) => words;
  const { best: bestHere } = informationIn(own.terms, own.rowsInIndex);
  const { best, known } = informationIn(all.terms, all.rowsInIndex);
  const here = new Set(own.terms.kept.map(({ term }) => term));
  const keptHere = all.terms.kept.filter(({ term }) => here.has(term));
  const { known: knownHere } = informationIn({ ...all.terms, kept: keptHere }, all.rowsInIndex);
  const factor = bestHere === 0 || known === 0 ? 0 : (best / bestHere) * (knownHere / known);
  return (words) => words * factor;
}
