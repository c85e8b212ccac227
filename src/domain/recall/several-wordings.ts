import { LIMITS, textList } from "../shared/text.ts";
import type { Candidate } from "./candidate.ts";
import { type Matched, matchAll } from "./match-candidates.ts";
import type { QueryProfile } from "./relevance.ts";
import { closenessOf, type Strength, strengthOf } from "./strength.ts";

/** What a caller may send besides a question. Each costs a search of its own, and more say little that is new. */
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
  // What waits for its vector is at least close if its words say so to any wording.
  const waits = query.model !== undefined && found.every(({ candidate }) => candidate.cosine === undefined);
  return waits && found.some((matched) => matched.strength !== undefined) ? "weak" : undefined;
}

const nearnessOf = (candidate: Candidate, query: QueryProfile): number =>
  closenessOf(0, candidate, query).nearness;

function logitOf(probability: number): number {
  const p = Math.min(1 - LEAST_PROBABILITY, Math.max(LEAST_PROBABILITY, probability));
  return Math.log(p / (1 - p));
}
