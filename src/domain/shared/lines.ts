/** Everything that a terminal, an editor or a program takes for the end of a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: some programs end a line at the separators U+001C to U+001E.
const LINE_END = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/;

export const splitLines = (text: string): string[] => text.split(LINE_END);

/**
 * A text on one line, so that no part of it can pass for a line of ours. The sign, and not only a space, stands where
 * lines ended: a list in a text stays readable as one, and a reader sees that what looks like a row is part of a text.
 */
export function foldLines(text: string): string {
  const [first = "", ...rest] = splitLines(text);
  if (rest.length === 0) return text;
  // The first line keeps its indentation, which is ours where a label stands before the text.
  return [first.trimEnd(), ...rest.map((line) => line.trim())].filter((line) => line !== "").join(" ⏎ ");
}
