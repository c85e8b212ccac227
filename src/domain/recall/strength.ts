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
 * goes by the meaning alone. Like the weights of relevance, it is for cosines of the shipped model, which cannot read
 * CJK characters.
 */
const LEAST_RELEVANCE = 0.1;
const LEAST_COSINE = 0.19;
/** A decision may have many passages, and one of them is near to any question by chance. */
const LEAST_RELEVANCE_BY_PASSAGE = 0.15;
const HANDICAP_OF_PASSAGES = 0.1;

/** What makes a row weak: how relevant it is, and how near to the question in meaning. */
export interface Closeness {
  readonly relevance: number;
  /** The cosine as far as the model can read the question; that of a passage counts less. */
  readonly nearness: number;
  readonly byPassage: boolean;
}

export function closenessOf(relevance: number, row: MatchScores, { cjkShare }: QueryProfile): Closeness {
  const { cosine = 0, ownCosine } = row;
  const nearest = ownCosine === undefined ? cosine : Math.max(ownCosine, cosine - HANDICAP_OF_PASSAGES);
  return { relevance, nearness: nearest * (1 - cjkShare), byPassage: ownCosine !== undefined };
}

/** Undefined for a row that is not worth showing to anybody. */
export function strengthOf({ relevance, nearness, byPassage }: Closeness): Strength | undefined {
  if (relevance >= RELEVANCE_THRESHOLD) return "strong";
  const least = byPassage ? LEAST_RELEVANCE_BY_PASSAGE : LEAST_RELEVANCE;
  return relevance >= least || nearness >= LEAST_COSINE ? "weak" : undefined;
}

export function strongerOf(a: Strength | undefined, b: Strength | undefined): Strength | undefined {
  return a === "strong" || b === undefined ? a : b;
}

/** Both lists as one, the strong ones first. Weak ones only fill what the strong ones leave empty. */
export function fillWithWeak<S, W>(strong: readonly S[], weak: readonly W[], limit: number): (S | W)[] {
  const first = strong.slice(0, limit);
  return [...first, ...weak.slice(0, Math.max(0, Math.min(limit, MOST_WITH_WEAK) - first.length))];
}
