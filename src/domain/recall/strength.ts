import { type ModelProfile, readsCjk } from "./model-profile.ts";
import { type MatchScores, type QueryProfile, RELEVANCE_THRESHOLD } from "./relevance.ts";

export const STRENGTHS = ["strong", "weak"] as const;
/**
 * `strong`: may be shown unasked, warned about and counted as a precedent. `weak`: near enough to be shown to somebody
 * who asked and would otherwise get less, and used for nothing else.
 */
export type Strength = (typeof STRENGTHS)[number];

/** With weak ones, a search has no more results than this. */
export const MOST_WITH_WEAK = 5;

/**
 * The floor, fitted by `bench/young-memory.ts`: a row is weak if it reaches either. Relevance alone would be enough for
 * decisions with long reasons. Those of a single line know few words of any question, so they need the second, which
 * goes by the meaning alone and belongs to the profile of the model.
 */
const LEAST_RELEVANCE = 0.1;
/** A decision may have many passages, and one of them is near to any question by chance. */
const LEAST_RELEVANCE_BY_PASSAGE = 0.15;
/** The same for nearness, in units of the floor. */
const HANDICAP_OF_PASSAGES = 0.53;

/** What makes a row weak: how relevant it is, and how near to the question in meaning. */
export interface Closeness {
  readonly relevance: number;
  /** 0 for a text about something else, 1 at the floor of the model. What the model cannot read makes it less. */
  readonly nearness: number;
  readonly byPassage: boolean;
}

export function closenessOf(
  relevance: number,
  { cosine, ownCosine }: MatchScores,
  { cjkShare, model }: QueryProfile,
): Closeness {
  const byPassage = ownCosine !== undefined;
  if (!model || cosine === undefined) return { relevance, nearness: 0, byPassage };
  // Most queries have no CJK, and for those there is nothing to look up.
  const read = cjkShare === 0 || readsCjk(model) ? 1 : 1 - cjkShare;
  const nearness = byPassage
    ? Math.max(nearnessAt(ownCosine, read, model), nearnessAt(cosine, read, model) - HANDICAP_OF_PASSAGES)
    : nearnessAt(cosine, read, model);
  return { relevance, nearness, byPassage };
}

const nearnessAt = (cosine: number, read: number, { unrelatedCosine, leastCosine }: ModelProfile): number =>
  ((cosine - unrelatedCosine) * read) / (leastCosine - unrelatedCosine);

/** Undefined for a row that is not worth showing to anybody. */
export function strengthOf({ relevance, nearness, byPassage }: Closeness): Strength | undefined {
  if (relevance >= RELEVANCE_THRESHOLD) return "strong";
  const least = byPassage ? LEAST_RELEVANCE_BY_PASSAGE : LEAST_RELEVANCE;
  return relevance >= least || nearness >= 1 ? "weak" : undefined;
}

export function strongerOf(a: Strength | undefined, b: Strength | undefined): Strength | undefined {
  return a === "strong" || b === undefined ? a : b;
}

/** Both lists as one, the strong ones first. Weak ones only fill what the strong ones leave empty. */
export function fillWithWeak<S, W>(strong: readonly S[], weak: readonly W[], limit: number): (S | W)[] {
  const first = strong.slice(0, limit);
  return [...first, ...weak.slice(0, Math.max(0, Math.min(limit, MOST_WITH_WEAK) - first.length))];
}
