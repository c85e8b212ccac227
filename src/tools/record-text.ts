import { type AuthorKind, kindWithArticle } from "../domain/shared/actor.ts";
import { foldLines, splitLines } from "../domain/shared/lines.ts";

export const byAuthor = (kind: AuthorKind): string => `by ${kindWithArticle(kind)}`;

/** A fact about a result that a newer decision may have replaced; none about others. */
export const perhapsReplaced = (by: string | undefined): string[] =>
  by === undefined ? [] : [`perhaps replaced by ${by}`];

/** A name or another short text among our own words. The quotation marks cannot be closed by what is inside. */
export const inQuotes = (text: string): string => JSON.stringify(foldLines(text));

/**
 * A record as one line of a list. What we know about it stands before the stored text: text may contain a colon, an id
 * and brackets, but nothing that it contains comes first.
 */
export const recordLine = (name: string, facts: readonly string[], text: string): string =>
  `${name} (${facts.map(foldLines).join(", ")}): ${foldLines(text)}`;

/**
 * A field of a record that is shown whole. Text of one line stands beside its label; several lines stand below it and
 * are indented, because only our labels start at the beginning of a line.
 */
export function labelled(label: string, text: string): string[] {
  const [first = "", ...rest] = splitLines(text);
  return rest.length === 0 ? [`${label}: ${first}`] : [`${label}:`, ...indented([first, ...rest], "  ")];
}

/** A field with several texts, as a list below its label; no lines if there are none. */
export const labelledList = (label: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`${label}:`, ...items.flatMap((item) => bullet("- ", item))];

/** An item of a list. The second and later lines of its text are indented further than the bullet. */
export function bullet(mark: string, item: string): string[] {
  const [first = "", ...rest] = splitLines(item);
  return [`${mark}${first}`, ...indented(rest, `${" ".repeat(mark.length)}  `)];
}

/** The lines of a stored text, further right than anything of ours. */
export const indentedText = (text: string): string[] => indented(splitLines(text), "  ");

const indented = (lines: readonly string[], by: string): string[] =>
  lines.map((line) => (line.trim() === "" ? "" : `${by}${line}`));
