import { withoutStyles } from "./styles.ts";

/** Characters that take two columns: those of East Asia, and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
/** Characters that are drawn over the one before. */
const NO_WIDTH = /^(?:\p{Mn}|\p{Me}|[\u200b-\u200d])$/u;
const PLAIN = /^[\u0020-\u007e]*$/;

const widthOf = (character: string): number => (NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1);

/** How many columns of a terminal a line takes. */
export function textWidth(line: string): number {
  const text = withoutStyles(line);
  return PLAIN.test(text) ? text.length : [...text].reduce((sum, character) => sum + widthOf(character), 0);
}

/** The beginning of a text without styles that takes at most so many columns. */
export function cutToWidth(text: string, width: number): string {
  let taken = 0;
  let cut = "";
  for (const character of text) {
    taken += widthOf(character);
    if (taken > width) break;
    cut += character;
  }
  return cut;
}

export const padToWidth = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - textWidth(text)));

/** Lines of at most so many columns, broken between words; a word that is longer stays whole. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && textWidth(line) + 1 + textWidth(word) <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
