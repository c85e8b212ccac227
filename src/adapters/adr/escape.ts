import { fromMarkdown } from "mdast-util-from-markdown";

/** How much of a text is escaped: what would end its section, or all that begins like a block which could. */
export type Escaping = "headings" | "all";

/** The beginnings of headings, underlines and rules, code blocks and HTML. */
const RISKY = "(?:#|[-*_=][-*_=\\s]*$|`{3}|~{3}|<)";
const BEGINS = new RegExp(`^(\\s*)(?=\\\\*${RISKY})`);
const IS_ESCAPED = new RegExp(`^\\s*\\\\+${RISKY}`);
const ESCAPED = new RegExp(`^(\\s*)\\\\(?=\\\\*${RISKY})`);

/**
 * Puts a backslash before lines that would end the section which the text is written into. Lines that begin with a
 * backslash get another one, so that `unescape` gives back exactly what was written.
 */
export function escapeText(text: string, escaping: Escaping): string {
  const lines = text.split("\n");
  // Most texts have no such line, and parsing takes time.
  if (!lines.some((line) => BEGINS.test(line))) return text;
  const endsSection = escaping === "all" ? () => true : linesOfHeadings(text);
  return lines
    .map((line, i) => (endsSection(i) || IS_ESCAPED.test(line) ? line.replace(BEGINS, "$1\\") : line))
    .join("\n");
}

/** The same for an item of a list, which contains its headings. */
export const escapeItem = (text: string, escaping: Escaping): string =>
  text
    .split("\n")
    .map((line) => (escaping === "all" || IS_ESCAPED.test(line) ? line.replace(BEGINS, "$1\\") : line))
    .join("\n");

export const unescapeText = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.replace(ESCAPED, "$1"))
    .join("\n");

/** The last lines of headings: those with the marks of a `## Heading`, or with the underline below one. */
function linesOfHeadings(text: string): (line: number) => boolean {
  const last = new Set<number>();
  for (const block of fromMarkdown(text).children) {
    if (block.type === "heading" && block.depth <= 2) last.add((block.position?.end.line ?? 0) - 1);
  }
  return (line) => last.has(line);
}
