import type { TermMass } from "./query-terms.ts";

/** Below this nothing is returned, shown, warned of or injected: the one threshold of the memory. */
export const RELEVANT = 0.5;

/** What is known of a query before any row is looked at. */
export interface AskedText {
  readonly mass: TermMass;
  readonly cjkShare: number;
}

/** How a row answers a query. Without a vector, or without a common word, the one or the other is missing. */
export interface Evidence {
  /** BM25, higher is better. */
  readonly words?: number | undefined;
  readonly cosine?: number | undefined;
}

/** Weights of a logistic model. */
interface Weights {
  readonly bias: number;
  readonly cosine: number;
  readonly words: number;
  readonly known: number;
}

/**
 * Fitted by `bench/retrieval/fit.ts` on the public retrieval sets, each counting the same: positives are the answers to a
 * query among its first ten candidates, negatives the first three candidates in the corpus of another set or from another
 * project. The bias is then moved to where the set that loses most keeps 95 % of its recall@5 above one half, and
 * rounded up by 0.01 to 0.03, so that rounding costs no answer. A mixed query lies between the two scripts. The cosines
 * are those of the model that is shipped: another one needs another fit.
 */
const LATIN: Weights = { bias: -8.11, cosine: 10.59, words: 1.99, known: 3.95 };
const CJK: Weights = { bias: -10.42, cosine: 1.33, words: 6.92, known: 5.29 };
/**
 * For a row without a vector. By words alone an answer can hardly be told from a coincidence in Latin script, and it is
 * given rather than lost.
 */
const LATIN_BY_WORDS: Weights = { bias: -4.95, cosine: 0, words: 3.03, known: 5.41 };
const CJK_BY_WORDS: Weights = { bias: -9.79, cosine: 0, words: 6.96, known: 5.48 };

/** Between the share of the query that a row holds (1), in which long queries always lose, and what it holds of it (0). */
const LENGTH_EXPONENT = 0.75;

/** What the logistic model looks at. */
export interface RelevanceFeatures {
  readonly cosine: number | undefined;
  /** Information of the query found in the row, for the length of the query. */
  readonly words: number;
  /** The share of the query's information in words that the memory has, or would have had it grown. */
  readonly known: number;
}

/**
 * The probability that a row answers a query, comparable between queries, unlike any score that is relative to the other
 * candidates.
 */
export function relevanceOf(evidence: Evidence, asked: AskedText): number {
  const features = relevanceFeatures(evidence, asked.mass);
  const [latin, cjk] = features.cosine === undefined ? [LATIN_BY_WORDS, CJK_BY_WORDS] : [LATIN, CJK];
  const logit = (1 - asked.cjkShare) * sum(latin, features) + asked.cjkShare * sum(cjk, features);
  return 1 / (1 + Math.exp(-logit));
}

export function relevanceFeatures({ words = 0, cosine }: Evidence, mass: TermMass): RelevanceFeatures {
  // Words that a young memory has yet to learn are given credit only where the meaning can vouch for a row.
  const known = cosine === undefined ? share(mass.known, mass.all) : mass.familiar;
  const part = share(Math.min(words, mass.best), mass.best);
  return { cosine, words: share(part * mass.known, mass.all ** LENGTH_EXPONENT), known };
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

function sum(weights: Weights, { cosine = 0, words, known }: RelevanceFeatures): number {
  return weights.bias + weights.cosine * cosine + weights.words * words + weights.known * known;
}
