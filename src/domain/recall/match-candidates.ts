import type { Candidate } from "./candidate.ts";
import { cautiousRelevance } from "./cautious-relevance.ts";
import { type MatchScores, type QueryProfile, RELEVANCE_THRESHOLD, relevanceOf } from "./relevance.ts";
import { closenessOf, type Strength, strengthOf } from "./strength.ts";

/** Standard deviations above the mean of the candidates, by words and by meaning. */
export interface MatchParts {
  readonly words: number;
  readonly meaning: number;
  readonly wordsWeight: number;
}

/** A candidate with its match, before standing and author are applied. */
export interface Matched<C extends Candidate> {
  readonly candidate: C;
  readonly relevance: number;
  readonly strength: Strength | undefined;
  readonly scores: MatchParts;
  readonly match: number;
  readonly inPlaceOf?: string | undefined;
}

/** Estimates the meaning score of a row without a vector as this share of its words score. */
const MEANING_FROM_WORDS = 0.5;
const JUST_BELOW = RELEVANCE_THRESHOLD - 0.001;

export function matchAll<C extends Candidate>(candidates: readonly C[], query: QueryProfile): Matched<C>[] {
  const cosines: number[] = [];
  for (const { cosine } of candidates) if (cosine !== undefined) cosines.push(cosine);
  const byWords = standardised(candidates.map(({ words }) => words ?? 0));
  const byMeaning = standardised(cosines);
  const wordsWeight = cosines.length === 0 ? 1 : wordsWeightIn(query);
  const fusedScores = candidates.map((candidate) => {
    const words = byWords(candidate.words ?? 0);
    const meaning = candidate.cosine === undefined ? MEANING_FROM_WORDS * words : byMeaning(candidate.cosine);
    return {
      candidate,
      scores: { words, meaning, wordsWeight },
      fused: wordsWeight * words + (1 - wordsWeight) * meaning,
    };
  });
  const lowest = Math.min(...fusedScores.map(({ fused }) => fused));
  const range = Math.max(...fusedScores.map(({ fused }) => fused)) - lowest;
  return fusedScores.map(({ candidate, scores, fused }) => {
    const loosely = relevanceOf(candidate, query);
    const relevance = candidate.named === true ? 1 : withoutItsQuestions(candidate, loosely, query);
    return {
      candidate,
      scores,
      match: range === 0 || candidate.named === true ? 1 : (fused - lowest) / range,
      relevance,
      // What waits for its vector is at least close if its words say so.
      strength:
        strengthOf(closenessOf(relevance, candidate, query)) ??
        (loosely >= RELEVANCE_THRESHOLD ? "weak" : undefined),
    };
  });
}

function wordsWeightIn({ model, cjkShare }: QueryProfile): number {
  if (!model) return 1;
  const { latin, cjk } = model.wordsShare;
  return latin + (cjk - latin) * cjkShare;
}

/**
 * A question that a decision is said to answer can put it among the results, but not make it strong: whoever writes
 * decisions could otherwise have them shown to everybody.
 */
function withoutItsQuestions(candidate: Candidate, loosely: number, query: QueryProfile): number {
  const { unaided } = candidate;
  const relevance = strictly(candidate, loosely, query);
  if (!unaided) return relevance;
  const ofUnaided = strictly(unaided, relevanceOf(unaided, query), query);
  return Math.min(relevance, Math.max(ofUnaided, JUST_BELOW));
}

/**
 * A row that waits for its vector could be anything by words alone, and the next search will know better. `loosely` is
 * its relevance otherwise, which is given because it was computed before.
 */
function strictly(row: MatchScores, loosely: number, query: QueryProfile): number {
  if (!query.model || row.cosine !== undefined) return loosely;
  // The cautious one forgives a few missing words, which must not make a row more relevant.
  return Math.min(loosely, cautiousRelevance(row, query));
}

/** How many standard deviations a value lies above the mean of `values`. */
function standardised(values: readonly number[]): (value: number) => number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return (value) => (variance === 0 ? 0 : (value - mean) / Math.sqrt(variance));
}
