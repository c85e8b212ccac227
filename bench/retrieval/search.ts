import type { Candidate } from "../../src/recall/rules/match-candidates.ts";
import { SHIPPED_PROFILE } from "../../src/recall/rules/model-profile.ts";
import { informationIn } from "../../src/recall/rules/query-terms.ts";
import { type Ranked, type Ranking, rank, type SearchMode } from "../../src/recall/rules/ranking.ts";
import type { QueryProfile } from "../../src/recall/rules/relevance.ts";
import { findCandidates } from "../../src/recall/sql/search.ts";
import { ALL_PROJECTS } from "../../src/shared/scope.ts";
import { questionQuery } from "../../src/shared/words/search-text.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import { corpusMemory, type Heads, MODEL } from "./corpus-memory.ts";
import type { DataSet, Document, Query } from "./data.ts";
import type { Vectors } from "./vectors.ts";

/** Of each list; the union of both is ranked. */
const DEPTH = 100;

/** A corpus in a memory of the product, searched by the product. */
export interface Corpus {
  readonly set: DataSet;
  readonly vectors: readonly Float32Array[];
  readonly memory: Memory;
  /** The document behind a decision. */
  readonly documentOf: ReadonlyMap<string, string>;
}

/** What was found, with the time it took in milliseconds. */
export interface Found {
  readonly asked: QueryProfile;
  readonly candidates: readonly Candidate[];
  readonly ms: number;
}

export async function openCorpus(set: DataSet, vectors: Vectors, heads: Heads = new Map()): Promise<Corpus> {
  return { set, vectors: vectors.documents, ...(await corpusMemory(set, vectors.documents, heads)) };
}

/** Whether a query may find a document. Queries of another set may find all. */
export function sees(query: Pick<Query, "group" | "exclude">, { id, group }: Document): boolean {
  return (query.group === undefined || query.group === group) && !query.exclude?.includes(id);
}

export async function find(
  { memory, documentOf }: Corpus,
  query: Pick<Query, "text" | "group" | "exclude">,
  vector: Float32Array,
): Promise<Found> {
  const started = performance.now();
  const text = questionQuery(query.text);
  const { candidates, terms, rowsInIndex } = await findCandidates(memory, {
    scope: query.group ?? ALL_PROJECTS,
    text,
    meaning: { model: MODEL, vector },
    perMethod: DEPTH,
  });
  const ms = performance.now() - started;
  const named = (id: string): string => documentOf.get(id)!;
  return {
    asked: {
      information: informationIn(terms, rowsInIndex),
      cjkShare: text.cjkShare,
      model: SHIPPED_PROFILE,
    },
    candidates: candidates
      .map((one) => ({ ...one, id: named(one.id), heads: one.heads?.map(named) }))
      .filter(({ id }) => !query.exclude?.includes(id)),
    ms,
  };
}

/** The best first, relevant enough or not. */
export function wholeOrder({ strong, weak, leftOut }: Ranking<Candidate>): Ranked<Candidate>[] {
  const irrelevant = leftOut.filter(({ because }) => because === "relevance").map(({ ranked }) => ranked);
  return [...strong, ...weak, ...irrelevant].sort((a, b) => b.score - a.score);
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
