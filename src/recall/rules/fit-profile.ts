/** Fits the profile of a model to questions whose answers are known, and makes such questions of decisions. */
import { indexText, searchTerms } from "../../shared/words/search-text.ts";
import { fitLogistic } from "./logistic.ts";
import {
  CJK_SCRIPTS,
  type ModelProfile,
  SCRIPTS,
  type Script,
  SHIPPED_PROFILE,
  type Weights,
} from "./model-profile.ts";
import { boundTerms, informationIn, type QueryInformation } from "./query-terms.ts";
import { BY_WORDS, relevanceFeatures } from "./relevance.ts";

/** Texts with the vectors of the model, in the same order. */
export interface EmbeddedTexts {
  readonly texts: readonly string[];
  readonly vectors: readonly Float32Array[];
}

interface FitMaterial {
  /** Lists of questions, each answered by the passage at the same place and by no other. */
  readonly own: readonly { readonly questions: EmbeddedTexts; readonly passages: EmbeddedTexts }[];
  /** Questions that none of the decisions answers. */
  readonly foreign: EmbeddedTexts;
  /** The same in other scripts. */
  readonly foreignIn: Readonly<Record<Script, EmbeddedTexts>>;
  /** The whole text of each decision. */
  readonly decisions: EmbeddedTexts;
  readonly reads: readonly Script[];
}

interface FitResult {
  readonly profile: ModelProfile;
  readonly foreignSilent: number;
  readonly ownFound: number;
}

/** A question and a passage. */
interface Compared {
  readonly cosine: number;
  readonly words: number;
  readonly known: number;
}

/** How many of the passages that are closest to a foreign question count as wrong answers. */
const WRONG_ANSWERS = 3;
/**
 * Relevance is 0.5 this many standard deviations above the mean of what comes closest to a foreign question, and a row is
 * weak this many above the mean of all passages. Fitted with the shipped model on the public decision records, so that
 * `bench/young-memory.ts` finds as much as with the shipped profile. With 3.5, 96 % of its foreign questions find
 * nothing strong in the memory that was fitted with, but only 81 to 89 % in one of all 237 records; with 4.5, 98 % and 94
 * to 98 %.
 */
const STRONG_ABOVE_FOREIGN = 4.5;
const WEAK_ABOVE_UNRELATED = 3.25;

/**
 * The profile of a model, from what its cosines are like where the answers are known. The weights of words stay those of
 * the shipped model, because words do not depend on a model, and a few decisions would not be enough to fit them.
 */
export function fitProfile({ own, foreign, foreignIn, decisions, reads }: FitMaterial): FitResult {
  const right = own.flatMap(({ questions, passages }) =>
    compare(questions, passages).flatMap((row, i) => row[i] ?? []),
  );
  const wrong = compare(foreign, decisions);
  const unrelated = cosinesIn(wrong);
  const { words, known } = SHIPPED_PROFILE.relevance.latin;
  const latin = fitWeights(right, [wrong], unrelated, { words, known });
  // In a memory of the same language they come closer than questions in English.
  const wrongInCjk = CJK_SCRIPTS.filter((script) => reads.includes(script)).map((script) =>
    compare(foreignIn[script], decisions),
  );
  const readsCjk = wrongInCjk.length > 0;
  const cjk = readsCjk
    ? // The memory may be in another language, so it says nothing whether it knows the words.
      fitWeights(right, [wrong, ...wrongInCjk], unrelated, { words: 0, known: 0 })
    : BY_WORDS.cjk;
  const floors = [unrelated, ...wrongInCjk.map(cosinesIn)].map(
    ({ mean, deviation }) => mean + WEAK_ABOVE_UNRELATED * deviation,
  );
  const { wordsShare } = SHIPPED_PROFILE;
  const isStrong = (compared: Compared): boolean => logitOf(compared, latin) >= 0;
  return {
    profile: {
      relevance: { latin, cjk },
      wordsShare: readsCjk ? { ...wordsShare, cjk: wordsShare.latin } : wordsShare,
      unrelatedCosine: unrelated.mean,
      leastCosine: Math.min(1, Math.max(...floors)),
      leastLinkedCosine: unrelated.mean + SHIPPED_PROFILE.leastLinkedCosine * (1 - unrelated.mean),
      reads,
      fittedUnread: [],
    },
    foreignSilent: wrong.filter((row) => !row.some(isStrong)).length / wrong.length,
    ownFound: right.filter(isStrong).length / right.length,
  };
}

/** The weight of the cosine and the bias, with the weights of words given. */
function fitWeights(
  right: readonly Compared[],
  wrong: readonly (readonly (readonly Compared[])[])[],
  { mean, deviation }: Moments,
  words: Pick<Weights, "words" | "known">,
): Weights {
  const example = (compared: Compared, holds: boolean, weight: number) => ({
    // In standard deviations, so that the result does not depend on the scale of the model.
    values: [(compared.cosine - mean) / deviation],
    offset: words.words * compared.words + words.known * compared.known,
    holds,
    weight,
  });
  const closest = wrong.flatMap((rows) => rows.flatMap(closestIn));
  const [, slope = 0] = fitLogistic([
    ...right.map((compared) => example(compared, true, 1 / right.length)),
    ...closest.map((compared) => example(compared, false, 1 / closest.length)),
  ]);
  const weights = { ...words, bias: 0, cosine: Math.max(0, slope) / deviation };
  const limits = wrong.map((rows) => {
    const best = momentsOf(rows.map((row) => Math.max(...row.map((one) => logitOf(one, weights)))));
    return best.mean + STRONG_ABOVE_FOREIGN * best.deviation;
  });
  return { ...weights, bias: -Math.max(...limits) };
}

const cosinesIn = (rows: readonly (readonly Compared[])[]): Moments => {
  const { mean, deviation } = momentsOf(rows.flat().map(({ cosine }) => cosine));
  // By a model that takes all texts for equal even unrelated ones have a cosine of 1, and nothing is closer.
  return { mean: Math.min(mean, 1 - LEAST_DEVIATION), deviation };
};

const closestIn = (row: readonly Compared[]): readonly Compared[] =>
  [...row].sort((a, b) => b.cosine - a.cosine).slice(0, WRONG_ANSWERS);

const logitOf = ({ cosine, words, known }: Compared, weights: Weights): number =>
  weights.bias + weights.cosine * cosine + weights.words * words + weights.known * known;

function compare(questions: EmbeddedTexts, passages: EmbeddedTexts): Compared[][] {
  const byWords = smallWordIndex(passages.texts);
  return questions.texts.map((text, i) => {
    const { information, words } = byWords(text);
    return passages.vectors.map((vector, j) => {
      const cosine = cosineOf(questions.vectors[i], vector);
      return { ...relevanceFeatures({ words: words[j], cosine }, information), cosine };
    });
  });
}

/** Nothing can be divided by none. */
const LEAST_DEVIATION = 1e-6;

interface Moments {
  readonly mean: number;
  readonly deviation: number;
}

function momentsOf(values: readonly number[]): Moments {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
  return { mean, deviation: Math.max(Math.sqrt(variance), LEAST_DEVIATION) };
}

/** A question that a decision answers, and the part of the decision that the question was not taken from. */
export interface OwnQuestion {
  readonly question: string;
  readonly passage: string;
}

/** About as long as people ask. */
const LONGEST_QUESTION = 200;
/** A shorter rest says too little to be found. */
const SHORTEST_REST = 40;
const SENTENCE = /[^.!?。！？\n]+[.!?。！？\n]*/gu;

/**
 * Two questions to each decision, made of its own text: its statement, answered by the rest, and what the second half of
 * the rest begins with, answered by what comes before. Undefined if it says little more than its statement.
 */
export function ownQuestions(
  statement: string,
  rest: string,
): readonly [OwnQuestion, OwnQuestion] | undefined {
  const sentences = rest.match(SENTENCE)?.map((sentence) => sentence.trim()) ?? [];
  const half = Math.ceil(sentences.length / 2);
  const second = sentences.slice(half).join(" ").trim().slice(0, LONGEST_QUESTION);
  const first = sentences.slice(0, half).join(" ");
  if (rest.length < SHORTEST_REST) return undefined;
  const before = { question: statement, passage: rest };
  return [before, second === "" ? before : { question: second, passage: `${statement}. ${first}` }];
}

/** The share of sentences that have to find their translation. The shipped model, which reads none, finds up to half. */
const LEAST_FOUND = 0.75;

/** The scripts in which most sentences are closer to their own translation than to that of any other sentence. */
export function scriptsRead(
  vectorsOf: (script: Script | "latin") => readonly Float32Array[],
): readonly Script[] {
  const latin = vectorsOf("latin");
  return SCRIPTS.filter((script) => {
    const vectors = vectorsOf(script);
    const found = vectors.filter((vector, i) => {
      const cosines = latin.map((other) => cosineOf(vector, other));
      return cosines.every((cosine, j) => j === i || cosine < (cosines[i] ?? -1));
    });
    return found.length >= LEAST_FOUND * vectors.length;
  });
}

/** Of vectors of length one. */
function cosineOf(a: Float32Array | undefined, b: Float32Array): number {
  return b.reduce((sum, value, i) => sum + value * (a?.[i] ?? 0), 0);
}

/** The parameters of the word index of the store: k1, b and the lowest weight of a word. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
const LEAST_WEIGHT = 1e-6;
const WORD = /[\p{L}\p{N}]+/gu;

interface WordScores {
  readonly information: QueryInformation;
  /** BM25 of each text, 0 without a common word. */
  readonly words: readonly number[];
}

/** Scores some texts by words as the store would if they were all it had: parts of decisions, which are not stored. */
export function smallWordIndex(texts: readonly string[]): (query: string) => WordScores {
  const counted = texts.map(countWords);
  const meanLength = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length);
  return (query) => {
    const rowsWith = (term: string): number => counted.filter(({ times }) => times.has(term)).length;
    const terms = boundTerms(searchTerms(query).map((term) => ({ term, rows: rowsWith(term) })));
    const weights = terms.kept.map(({ term, rows }) => ({
      term,
      weight: Math.max(LEAST_WEIGHT, Math.log((texts.length - rows + 0.5) / (rows + 0.5))),
    }));
    return {
      information: informationIn(terms, texts.length),
      words: counted.map(({ times, length }) => {
        const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / meanLength);
        return weights.reduce((sum, { term, weight }) => {
          const count = times.get(term) ?? 0;
          return sum + (weight * count * (SATURATION + 1)) / (count + norm);
        }, 0);
      }),
    };
  };
}

function countWords(text: string): { readonly times: ReadonlyMap<string, number>; readonly length: number } {
  const words = indexText(text).toLowerCase().match(WORD) ?? [];
  const times = new Map<string, number>();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return { times, length: words.length };
}
