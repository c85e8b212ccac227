import { searchTerms } from "../shared/search-text.ts";

/** The usual parameters of BM25, which the word index of the memory also uses. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/**
 * The words of one or two sentences. Longer tasks match more by chance, so their scores are scaled down to this length.
 */
const USUAL_WORDS = 30;

/** As many words as a route or a verb with its objects has. */
const FEW_WORDS = 8;

/** Whether a task is a few words, which say less and resemble other short texts more. */
export const isShort = (task: string): boolean => task.trim().split(/\s+/).length <= FEW_WORDS;

/** Scores texts by the words they share with a query. Small enough to be built in memory in every process. */
export interface WordScores {
  /** One score for each document, in order. */
  score(query: string): number[];
}

/** Each document is a list of texts. A word counts once for each text that has it. */
export function wordScores(documents: readonly (readonly string[])[]): WordScores {
  const counts = documents.map((texts) => countOf(texts.flatMap(rootsOf)));
  const lengths = counts.map((count) => [...count.values()].reduce((sum, times) => sum + times, 0));
  const usual = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, documents.length);
  const having = new Map<string, { document: number; times: number }[]>();
  for (const [document, count] of counts.entries()) {
    for (const [root, times] of count) {
      const rows = having.get(root) ?? [];
      rows.push({ document, times });
      having.set(root, rows);
    }
  }
  return {
    score(query) {
      const roots = new Set(rootsOf(query));
      const scale = Math.min(1, USUAL_WORDS / roots.size);
      const scores = documents.map(() => 0);
      for (const root of roots) {
        const rows = having.get(root) ?? [];
        const weight = Math.log(1 + (documents.length - rows.length + 0.5) / (rows.length + 0.5));
        for (const { document, times } of rows) {
          const relativeLength = 1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[document] ?? 0)) / usual;
          const part = (weight * times * (SATURATION + 1)) / (times + SATURATION * relativeLength);
          scores[document] = (scores[document] ?? 0) + scale * part;
        }
      }
      return scores;
    },
  };
}

/** How many of the phrases a text has, all words one after another and in any form. */
export function mentionsOf(phrases: readonly string[], text: string): number {
  const spelled = (words: string): string => ` ${rootsOf(words).join(" ")} `;
  const whole = spelled(text);
  const different = new Set(phrases.map(spelled));
  return [...different].filter((phrase) => phrase.trim() !== "" && whole.includes(phrase)).length;
}

/** Words without English endings, so that `exports` matches `exporting`, and `entries` `entry` and `cookies` `cookie`. */
function rootsOf(text: string): string[] {
  return searchTerms(text).map((term) => term.replace(/(?:ing|ed|es|s|e)$/, "").replace(/y$/, "i"));
}

function countOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
