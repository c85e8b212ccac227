import type { ModelProfile, Weights } from "./model-profile.ts";
import type { QueryInformation } from "./query-terms.ts";

/**
 * Below it nothing is shown unasked, warned about, counted or learned from. Who asks may see what comes closest all the
 * same: `strength.ts`.
 */
export const RELEVANCE_THRESHOLD = 0.5;

/** What is known about a query before any row is scored. */
export interface QueryProfile {
  readonly information: QueryInformation;
  readonly cjkShare: number;
  /**
   * Of the model that the query was embedded with; without it cosines say nothing. With it, a row without a vector waits
   * to be embedded, and is judged strictly.
   */
  readonly model?: ModelProfile | undefined;
}

/** How well a row matches a query. `cosine` is missing without a vector, `words` without a common word. */
export interface MatchScores {
  /** BM25, higher is better. */
  readonly words?: number | undefined;
  readonly cosine?: number | undefined;
  /** If the cosine is that of a passage: the lower one of the decision itself. */
  readonly ownCosine?: number | undefined;
}

/**
 * For a row without a vector, whatever the model; fitted like those of the shipped model. In Latin script, words alone
 * hardly distinguish an answer from a coincidence, and a wrong result is preferred to a missed one.
 */
export const BY_WORDS: ModelProfile["relevance"] = {
  latin: { bias: -4.95, cosine: 0, words: 3.03, known: 5.41 },
  cjk: { bias: -9.79, cosine: 0, words: 6.96, known: 5.48 },
};

/**
 * 1 would score the share of the query that a row contains, at which long queries always lose; 0 the absolute amount.
 */
const LENGTH_EXPONENT = 0.75;

/** The inputs of the logistic model. */
export interface RelevanceFeatures {
  readonly cosine: number | undefined;
  /** The information of the query that the row contains, scaled by the length of the query. */
  readonly words: number;
  /** The share of the query's information in words that the memory has, or presumably would have if it were larger. */
  readonly known: number;
}

/**
 * The probability that a row answers a query. Unlike scores that are relative to the other candidates, it is comparable
 * between queries.
 */
export function relevanceOf(scores: MatchScores, query: QueryProfile): number {
  const features = relevanceFeatures(query.model ? scores : { words: scores.words }, query.information);
  const { latin, cjk } =
    query.model === undefined || features.cosine === undefined ? BY_WORDS : query.model.relevance;
  const logit =
    (1 - query.cjkShare) * weightedSum(latin, features) + query.cjkShare * weightedSum(cjk, features);
  return 1 / (1 + Math.exp(-logit));
}

export function relevanceFeatures(
  { words = 0, cosine }: MatchScores,
  information: QueryInformation,
): RelevanceFeatures {
  // Words that a young memory does not have yet are credited only if there is a cosine to confirm the match.
  const known = cosine === undefined ? share(information.known, information.all) : information.familiar;
  const part = share(Math.min(words, information.best), information.best);
  return { cosine, words: share(part * information.known, information.all ** LENGTH_EXPONENT), known };
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

function weightedSum(weights: Weights, { cosine = 0, words, known }: RelevanceFeatures): number {
  return weights.bias + weights.cosine * cosine + weights.words * words + weights.known * known;
}
