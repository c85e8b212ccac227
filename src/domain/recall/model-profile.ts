import { CJK_SCRIPTS, mainScript, type Script } from "./scripts.ts";

/** Weights of a logistic model. */
export interface Weights {
  readonly bias: number;
  readonly cosine: number;
  readonly words: number;
  readonly known: number;
}

/** By the script of the query. For one in both kinds of script they are mixed. */
interface ByScript<T> {
  readonly latin: T;
  readonly cjk: T;
}

/**
 * What the cosines of an embedding model mean. Each model has its own scale: unrelated texts have a cosine of about 0.05
 * by the shipped one, and of 0.7 and more by others.
 */
export interface ModelProfile {
  /** Of the relevance of a row with a vector. */
  readonly relevance: ByScript<Weights>;
  /** How much words count against meaning in the order of results, 0 to 1. */
  readonly wordsShare: ByScript<number>;
  /** The mean of unrelated texts. */
  readonly unrelatedCosine: number;
  /** A row that is at least as close to a query is weak, whatever its words. Above that of unrelated texts. */
  readonly leastCosine: number;
  /** Decisions that are at least as close to each other may be about the same thing. */
  readonly leastLinkedCosine: number;
  /** The scripts besides Latin that it reads. */
  readonly reads: readonly Script[];
  /**
   * Scripts that it cannot read, but that the weights for CJK were fitted with. In other scripts that it cannot read,
   * only words are searched.
   */
  readonly fittedUnread: readonly Script[];
}

/** The identity of the model in the package. */
export const SHIPPED_MODEL = "all-MiniLM-L6-v2/q8/e4dd167573ca";

/**
 * The weights of relevance were fitted by `bench/retrieval/fit.ts` on the public retrieval sets with equal weight.
 * Positives are the answers to a query among its first ten candidates; negatives are the first three candidates in the
 * corpus of another set or another project. The bias is then moved so that even the worst set keeps 95 % of its
 * recall@5 above the threshold, and rounded up by 0.01 to 0.03, so that rounding loses no answer.
 *
 * The share of words is not critical: from 0.3 to 0.4, and for CJK from 0.85 to 0.95, the mean nDCG@10 of the sets
 * changes by less than 0.004. Whichever set is left out, 0.35 stays the best; for CJK it is 0.9 or 0.95.
 *
 * `leastCosine` was fitted by `bench/young-memory.ts`, `leastLinkedCosine` is R6 of the document. Of the translations in
 * `src/knowledge/model-fit` it finds 6 of 12 in Japanese, 4 in Chinese and at most 1 in every other script, and within
 * such a script unrelated sentences have a cosine of 0.5 to 1.
 */
export const SHIPPED_PROFILE: ModelProfile = {
  relevance: {
    latin: { bias: -8.11, cosine: 10.59, words: 1.99, known: 3.95 },
    cjk: { bias: -10.42, cosine: 1.33, words: 6.92, known: 5.29 },
  },
  wordsShare: { latin: 0.35, cjk: 0.9 },
  unrelatedCosine: 0,
  leastCosine: 0.19,
  leastLinkedCosine: 0.75,
  reads: [],
  fittedUnread: CJK_SCRIPTS,
};

export const readsCjk = ({ reads }: ModelProfile): boolean =>
  CJK_SCRIPTS.some((script) => reads.includes(script));

/** The script of most of the text, if the model cannot read it. */
export function unreadScript(text: string, { reads }: ModelProfile): Script | undefined {
  const script = mainScript(text);
  return script === undefined || reads.includes(script) ? undefined : script;
}

/** Whether cosines of the text say anything. */
export function isComparable(text: string, profile: ModelProfile): boolean {
  const unread = unreadScript(text, profile);
  return unread === undefined || profile.fittedUnread.includes(unread);
}

/** A cosine on a scale on which unrelated texts are at 0 by every model, for what is judged by the similarity of decisions. */
export const levelled = (cosine: number, { unrelatedCosine }: ModelProfile): number =>
  (cosine - unrelatedCosine) / (1 - unrelatedCosine);
