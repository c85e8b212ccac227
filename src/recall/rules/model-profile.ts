/**
 * The scripts that a model may be unable to read. Every model reads Latin letters. `kana` stands for Japanese, with its
 * Chinese characters.
 */
export const SCRIPTS = [
  "hangul",
  "kana",
  "han",
  "cyrillic",
  "greek",
  "arabic",
  "hebrew",
  "devanagari",
  "thai",
] as const;
export type Script = (typeof SCRIPTS)[number];

/** The names that a reader calls them. */
export const SCRIPT_NAMES: Readonly<Record<Script, string>> = {
  hangul: "Korean",
  kana: "Japanese",
  han: "Chinese",
  cyrillic: "Cyrillic letters",
  greek: "Greek",
  arabic: "Arabic letters",
  hebrew: "Hebrew",
  devanagari: "Devanagari",
  thai: "Thai",
};

/** Those for which the word index has characters and pairs instead of words, and relevance has weights of its own. */
export const CJK_SCRIPTS = ["hangul", "kana", "han"] as const satisfies readonly Script[];

const LETTER = /\p{L}/gu;
const ASCII_ONLY = /^\p{ASCII}*$/u;
const LETTERS: Readonly<Record<Script, RegExp>> = {
  hangul: /\p{Script=Hangul}/gu,
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}\u30FC]/gu,
  han: /\p{Script=Han}/gu,
  cyrillic: /\p{Script=Cyrillic}/gu,
  greek: /\p{Script=Greek}/gu,
  arabic: /\p{Script=Arabic}/gu,
  hebrew: /\p{Script=Hebrew}/gu,
  devanagari: /\p{Script=Devanagari}/gu,
  thai: /\p{Script=Thai}/gu,
};

/** The script of at least half of the letters of a text, if it is one of these. */
export function mainScript(text: string): Script | undefined {
  if (ASCII_ONLY.test(text)) return undefined;
  const letters = count(text, LETTER);
  const [kana, han] = [count(text, LETTERS.kana), count(text, LETTERS.han)];
  return SCRIPTS.find((script) => {
    const own = script === "kana" && kana > 0 ? kana + han : count(text, LETTERS[script]);
    return own > 0 && own >= letters / 2;
  });
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

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
 * The meaning of the cosines of an embedding model. Each model has its own scale: unrelated texts have a cosine of about 0.05
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

/** A profile that was fitted, and to how much. */
export interface FittedProfile {
  readonly profile: ModelProfile;
  readonly fittedAt: Date;
  /** The decisions whose texts it was fitted with. */
  readonly decisions: number;
  /** The share of foreign questions for which none of them is strong. */
  readonly foreignSilent: number;
  /** The share of questions made from a part of a decision for which the rest of it is strong. */
  readonly ownFound: number;
}

/** `damaged`: there is a file, and it cannot be used. */
export type ProfileOrigin =
  | { readonly origin: "shipped" | "absent" }
  | { readonly origin: "damaged"; readonly file: string }
  | ({ readonly origin: "fitted"; readonly file: string } & FittedProfile);

/** The profiles of embedding models, by the identity of the model. */
export interface ModelProfiles {
  /** Undefined if none is known, and then cosines of the model are not judged. */
  of(model: string): Promise<ModelProfile | undefined>;
  describe(model: string): Promise<ProfileOrigin>;
  /** Replaces what was fitted before, for every process that uses the model. Returns the file for display. */
  save(model: string, fitted: FittedProfile): Promise<string>;
}

/** Texts that come with the program, and show what the cosines of a model mean. */
export interface FitTexts {
  /** Questions that hardly any memory answers. */
  readonly foreignQuestions: readonly string[];
  readonly translations: Readonly<Record<Script | "latin", Translation>>;
}

/** The same sentences in every script, in the same order. */
export interface Translation {
  /** Hardly any memory answers these. */
  readonly everyday: readonly string[];
  readonly work: readonly string[];
}
