import { searchTerms } from "../shared/search-text.ts";

/** As BM25 is usually set, and as the memory's word index has it. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** A task of a sentence or two. A longer text hits more by chance, so what it hits is scaled down to such a one. */
const USUAL_WORDS = 30;

/** Scores texts by the words they share with a query. Small: it lives in memory and is made anew in every process. */
export interface WordScores {
  /** One score for each document, in their order. */
  score(query: string): number[];
}

/** Each document is a list of texts. A word counts once for each text that has it. */
export function wordScores(documents: readonly (readonly string[])[]): WordScores {
  const counts = documents.map((texts) => countOf(texts.flatMap(rootsOf)));
  const lengths = counts.map((count) => [...count.values()].reduce((sum, times) => sum + times, 0));
  const usual = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, documents.length);
  const having = countOf(counts.flatMap((count) => [...count.keys()]));
  const weightOf = (root: string): number => {
    const rows = having.get(root) ?? 0;
    return Math.log(1 + (documents.length - rows + 0.5) / (rows + 0.5));
  };
  return {
    score(query) {
      const roots = [...new Set(rootsOf(query))];
      const scale = Math.min(1, USUAL_WORDS / roots.length);
      return counts.map((count, i) => {
        const relativeLength = 1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[i] ?? 0)) / usual;
        return (
          scale *
          roots.reduce((sum, root) => {
            const times = count.get(root) ?? 0;
            if (times === 0) return sum;
            return sum + (weightOf(root) * times * (SATURATION + 1)) / (times + SATURATION * relativeLength);
          }, 0)
        );
      });
    },
  };
}

/** Words without the endings that English gives them, so that `exports` finds `exporting`. */
function rootsOf(text: string): string[] {
  return searchTerms(text).map((term) => term.replace(/ies$/, "y").replace(/(?:ing|ed|es|s|e)$/, ""));
}

function countOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
