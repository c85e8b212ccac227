/** How relevant a row is to a query, as a probability, and how strong a result that makes it. */
import { type ModelProfile, readsCjk, type Weights } from "./model-profile.ts";
import type { QueryInformation } from "./query-terms.ts";

/**
 * Below it nothing is shown unasked, warned about, counted or learned from. Who asks may see what comes closest all the
 * same: `strength.ts`.
 */
export const RELEVANCE_THRESHOLD = 0.5;

/** The facts about a query that are known before any row is scored. */
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
interface RelevanceFeatures {
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

/** The share of its maximum BM25 score that a word reaches if it occurs once in a statement of average length. */
const SHARE_OF_ONE_OCCURRENCE = 0.7;

/**
 * The relevance of a row to a statement, for learning and advice. Without a vector, a search by words prefers a wrong
 * result to a missed one. Nothing should be learned from a coincidence, so here words that the row lacks count as
 * unknown.
 */
export function cautiousRelevance(row: MatchScores, query: QueryProfile): number {
  if (row.cosine !== undefined) return relevanceOf(row, query);
  const { information } = query;
  const share =
    information.best === 0 ? 0 : Math.min(1, (row.words ?? 0) / (SHARE_OF_ONE_OCCURRENCE * information.best));
  return relevanceOf(
    { words: information.best },
    { ...query, information: { ...information, known: share * information.known } },
  );
}

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

/** A row is weak by these: how relevant it is, and how near to the question in meaning. */
interface Closeness {
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
