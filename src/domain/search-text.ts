/** Scripts that are written without spaces between words, and Korean, whose words carry their particles with them. */
const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * A text as the word index sees it: each CJK run becomes its characters and their pairs, so that a part of a compound
 * is found too. Documents and queries go through the same function, in every store.
 */
export function indexText(text: string): string {
  return text.replace(CJK_RUN, (run) => ` ${charactersAndPairs(run).join(" ")} `);
}

/** The distinct words to look a text up by, in the order they came. */
export function searchTerms(text: string): string[] {
  return [...new Set(indexText(text.toLowerCase()).match(WORD) ?? [])];
}

function charactersAndPairs(run: string): string[] {
  const characters = [...run];
  const pairs = characters.slice(1).map((character, i) => `${characters[i]}${character}`);
  return [...characters, ...pairs];
}
