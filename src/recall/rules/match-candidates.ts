/** How well each candidate of a search matches, by one wording of a question or by several. */
import type { PassageRef, Standing } from "../../decisions/index.ts";
import type { AuthorKind } from "../../shared/actor.ts";
import { LIMITS, textList } from "../../shared/text.ts";
import {
  cautiousRelevance,
  closenessOf,
  type MatchScores,
  type QueryProfile,
  RELEVANCE_THRESHOLD,
  relevanceOf,
  type Strength,
  strengthOf,
} from "./relevance.ts";

/**
 * A row found by words, by meaning, or as the head of a chain that was found. Every store returns the same features,
 * and the ranking depends on nothing else.
 */
export interface Candidate extends MatchScores {
  readonly id: string;
  readonly standing: Standing;
  readonly authorKind: AuthorKind;
  readonly createdAt: Date;
  /** The stated target. Equal only for equal targets of the same project. */
  readonly target?: string | undefined;
  /** Whether it is known how it worked out. */
  readonly settled?: boolean | undefined;
  /** The query is the name of its topic. */
  readonly named?: boolean | undefined;
  /** The passage that matched best, if it is not the decision itself. */
  readonly passage?: PassageRef | undefined;
  /** The scores without the questions that its author said it answers, if these are what matched. */
  readonly unaided?: MatchScores | undefined;
  /** The heads of the chain that superseded it. They must be among the candidates. */
  readonly heads?: readonly string[] | undefined;
}

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
      // A row that waits for its vector is at least close if its words say so.
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

/** The other wordings that a caller may send. Each costs a search of its own, and more say little that is new. */
export const OtherWordings = textList(4, LIMITS.statement);

/** A wording of a question, with what was found for it. */
export interface SearchedWording<C extends Candidate> {
  readonly candidates: readonly C[];
  readonly query: QueryProfile;
}

/** The matches of one wording. */
interface WordingMatches<C extends Candidate> {
  readonly query: QueryProfile;
  readonly weight: number;
  readonly byId: ReadonlyMap<string, Matched<C>>;
  /** The least relevance and nearness of all, for candidates that only other wordings found. */
  readonly leastRelevance: number;
  readonly leastNearness: number;
}

/** The share of the question in relevance and nearness. Its other wordings have the rest together. */
const SHARE_OF_QUESTION = 0.5;
/** Keeps logits finite. */
const LEAST_PROBABILITY = 1e-12;

/**
 * One match for each candidate of several wordings, of which the first is the question. The match is the mean over all
 * wordings. Relevance, as the mean of its logits, and nearness decide what is shown, and there the question counts as
 * much as the others together: with equal weights, wordings that are about something else make a foreign question show
 * something. With the maximum, a single wording makes a coincidence strong. `bench/README.md` has the figures.
 *
 * A wording that found nothing says nothing.
 */
export function matchWordings<C extends Candidate>(wordings: readonly SearchedWording<C>[]): Matched<C>[] {
  const [question, ...others] = wordings.filter(({ candidates }) => candidates.length > 0);
  if (!question) return [];
  if (others.length === 0) return matchAll(question.candidates, question.query);
  const lists = [
    matchesOf(question, SHARE_OF_QUESTION),
    ...others.map((wording) => matchesOf(wording, (1 - SHARE_OF_QUESTION) / others.length)),
  ];
  const ids = new Set(lists.flatMap(({ byId }) => [...byId.keys()]));
  return [...ids].map((id) => fuse(id, lists));
}

function matchesOf<C extends Candidate>(
  { candidates, query }: SearchedWording<C>,
  weight: number,
): WordingMatches<C> {
  const matches = matchAll(candidates, query);
  return {
    query,
    weight,
    byId: new Map(matches.map((matched) => [matched.candidate.id, matched])),
    leastRelevance: Math.min(...matches.map(({ relevance }) => relevance)),
    leastNearness: Math.min(...matches.map(({ candidate }) => nearnessOf(candidate, query))),
  };
}

function fuse<C extends Candidate>(id: string, lists: readonly WordingMatches<C>[]): Matched<C> {
  const found = lists.flatMap(({ byId }) => byId.get(id) ?? []);
  // The wording that fits best says what it was found by.
  const best = found.reduce((a, b) => (b.relevance > a.relevance ? b : a));
  let logit = 0;
  let nearness = 0;
  for (const { query, weight, byId, leastRelevance, leastNearness } of lists) {
    const matched = byId.get(id);
    logit += weight * logitOf(matched?.relevance ?? leastRelevance);
    nearness += weight * (matched ? nearnessOf(matched.candidate, query) : leastNearness);
  }
  const relevance = 1 / (1 + Math.exp(-logit));
  return {
    candidate: best.candidate,
    scores: best.scores,
    match: found.reduce((sum, { match }) => sum + match, 0) / lists.length,
    relevance,
    strength: fusedStrength(relevance, nearness, found, lists[0]?.query as QueryProfile),
  };
}

function fusedStrength<C extends Candidate>(
  relevance: number,
  nearness: number,
  found: readonly Matched<C>[],
  query: QueryProfile,
): Strength | undefined {
  const byPassage = found.some(({ candidate }) => candidate.ownCosine !== undefined);
  const strength = strengthOf({ relevance, nearness, byPassage });
  if (strength !== undefined) return strength;
  // A row that waits for its vector is at least close if its words say so to any wording.
  const waits = query.model !== undefined && found.every(({ candidate }) => candidate.cosine === undefined);
  return waits && found.some((matched) => matched.strength !== undefined) ? "weak" : undefined;
}

const nearnessOf = (candidate: Candidate, query: QueryProfile): number =>
  closenessOf(0, candidate, query).nearness;

function logitOf(probability: number): number {
  const p = Math.min(1 - LEAST_PROBABILITY, Math.max(LEAST_PROBABILITY, probability));
  return Math.log(p / (1 - p));
}
