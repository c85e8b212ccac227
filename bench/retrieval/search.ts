import {
  type Candidate,
  type Ranked,
  type Ranking,
  rank,
  type SearchMode,
} from "../../src/domain/ranking.ts";
import type { AskedText } from "../../src/domain/relevance.ts";
import { indexText, textQuery } from "../../src/domain/search-text.ts";
import type { DataSet, Document, Query } from "./data.ts";
import { cosine, type Vectors } from "./vectors.ts";
import { type WordIndex, wordIndex } from "./word-index.ts";

/** Of each list; the union of both is ranked. */
const DEPTH = 100;
const SAME_TIME = new Date(0);

/** A corpus that can be searched as the product searches a memory. */
export interface Corpus {
  readonly set: DataSet;
  readonly vectors: readonly Float32Array[];
  readonly index: WordIndex;
}

/** What the two steps found, with the time each took in milliseconds. */
export interface Found {
  readonly asked: AskedText;
  readonly candidates: readonly Candidate[];
  readonly wordsMs: number;
  readonly meaningMs: number;
}

/** Which decisions a corpus takes as superseded, and by which. */
export type Heads = ReadonlyMap<string, readonly string[]>;

export async function openCorpus(set: DataSet, vectors: Vectors, mostRows?: number): Promise<Corpus> {
  return { set, vectors: vectors.documents, index: await wordIndex(set.documents, indexText, { mostRows }) };
}

/** Whether a query may see a document. Queries of another set see all. */
export function sees(query: Pick<Query, "group" | "exclude">, { id, group }: Document): boolean {
  return (query.group === undefined || query.group === group) && !query.exclude?.includes(id);
}

export function find(
  { set, vectors, index }: Corpus,
  query: Pick<Query, "text" | "group" | "exclude">,
  vector: Float32Array,
  heads: Heads = new Map(),
): Found {
  const started = performance.now();
  const text = textQuery(query.text);
  const { matches, mass } = index.find(text, DEPTH + (query.exclude?.length ?? 0), query.group);
  const afterWords = performance.now();
  const near = set.documents
    .flatMap((document, at) => (sees(query, document) ? { at, cosine: cosine(vector, vectors[at]!) } : []))
    .sort((a, b) => b.cosine - a.cosine);
  const afterMeaning = performance.now();

  const words = new Map(
    matches
      .filter(({ at }) => sees(query, set.documents[at]!))
      .slice(0, DEPTH)
      .map((one) => [one.at, one.words]),
  );
  const found = near.filter(({ at }, i) => i < DEPTH || words.has(at));
  const wanted = new Set(found.flatMap(({ at }) => heads.get(set.documents[at]!.id) ?? []));
  const inPlace = near.filter((one) => wanted.has(set.documents[one.at]!.id) && !found.includes(one));
  return {
    asked: { mass, cjkShare: text.cjkShare },
    candidates: [...found, ...inPlace].map((one) => {
      const { id } = set.documents[one.at]!;
      return {
        id,
        standing: heads.has(id) ? "superseded" : "active",
        authorKind: "agent",
        createdAt: SAME_TIME,
        heads: heads.get(id),
        words: words.get(one.at),
        cosine: one.cosine,
      };
    }),
    wordsMs: afterWords - started,
    meaningMs: afterMeaning - afterWords,
  };
}

/** The best first, relevant enough or not. */
export function wholeOrder({ results, leftOut }: Ranking<Candidate>): Ranked<Candidate>[] {
  const irrelevant = leftOut.filter(({ because }) => because === "relevance").map(({ ranked }) => ranked);
  return [...results, ...irrelevant].sort((a, b) => b.score - a.score);
}

export function rankFound({ candidates, asked }: Found, mode: SearchMode): Ranking<Candidate> {
  return rank(candidates, asked, mode);
}

export function idsBy(found: Found, value: (candidate: Candidate) => number | undefined): string[] {
  return found.candidates
    .flatMap((candidate) => {
      const by = value(candidate);
      return by === undefined ? [] : { id: candidate.id, by };
    })
    .sort((a, b) => b.by - a.by)
    .map(({ id }) => id);
}
