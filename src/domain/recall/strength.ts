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

/** Undefined for a row that is not worth showing to anybody. */
export function strengthOf(
  relevance: number,
  { cosine }: MatchScores,
  { cjkShare, model }: QueryProfile,
): Strength | undefined {
  if (relevance >= RELEVANCE_THRESHOLD) return "strong";
  const isClose = model !== undefined && cosine !== undefined && isCloseInMeaning(cosine, cjkShare, model);
  return relevance >= LEAST_RELEVANCE || isClose ? "weak" : undefined;
}

/** What the model cannot read of a query makes the cosine say less. */
function isCloseInMeaning(cosine: number, cjkShare: number, model: ModelProfile): boolean {
  const { unrelatedCosine, leastCosine } = model;
  const read = readsCjk(model) ? 1 : 1 - cjkShare;
  return (cosine - unrelatedCosine) * read >= leastCosine - unrelatedCosine;
}

export function strongerOf(a: Strength | undefined, b: Strength | undefined): Strength | undefined {
  return a === "strong" || b === undefined ? a : b;
}

/** Both lists as one, the strong ones first. Weak ones only fill what the strong ones leave empty. */
export function fillWithWeak<S, W>(strong: readonly S[], weak: readonly W[], limit: number): (S | W)[] {
  const first = strong.slice(0, limit);
  return [...first, ...weak.slice(0, Math.max(0, Math.min(limit, MOST_WITH_WEAK) - first.length))];
}
