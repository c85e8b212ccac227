import { isStopWord } from "../decisions/topic.ts";
import { searchTerms } from "../shared/search-text.ts";

/** So much of two statements is the same by no chance. */
const LEAST_SHARE = 0.8;

/** Tells whether a statement is among others in the same words, in whatever order. */
export function statedAlready(statements: readonly string[]): (statement: string) => boolean {
  const known = statements.map(wordsOf);
  const byWord = new Map<string, number[]>();
  known.forEach((words, i) => {
    for (const word of words) {
      const having = byWord.get(word);
      if (having) having.push(i);
      else byWord.set(word, [i]);
    }
  });
  return (statement) => {
    const words = wordsOf(statement);
    const shared = new Map<number, number>();
    for (const word of words) for (const i of byWord.get(word) ?? []) shared.set(i, (shared.get(i) ?? 0) + 1);
    return [...shared].some(([i, both]) => {
      const all = words.size + (known[i]?.size ?? 0) - both;
      return both >= LEAST_SHARE * all;
    });
  };
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(searchTerms(text).filter((word) => !isStopWord(word)));
