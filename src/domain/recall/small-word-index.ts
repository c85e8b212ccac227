import { indexText, searchTerms } from "../shared/search-text.ts";
import { boundTerms, informationIn, type QueryInformation } from "./query-terms.ts";

/** The parameters of the word index of the store: k1, b and the lowest weight of a word. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
const LEAST_WEIGHT = 1e-6;
const WORD = /[\p{L}\p{N}]+/gu;

export interface WordScores {
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
