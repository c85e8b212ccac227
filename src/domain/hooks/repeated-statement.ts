import { isStopWord } from "../decisions/topic.ts";
import { searchTerms } from "../shared/search-text.ts";

/** So much of a statement is there by no chance, however few decisions a memory has to compare it with. */
const LEAST_WORDS = 3;
const LEAST_SHARE = 0.6;

/** Whether a text has most of the words of a statement. */
export function repeatsStatement(text: string, statement: string): boolean {
  const said = new Set(searchTerms(text));
  const words = searchTerms(statement).filter((word) => !isStopWord(word));
  const shared = words.filter((word) => said.has(word)).length;
  return shared >= LEAST_WORDS && shared >= LEAST_SHARE * words.length;
}
