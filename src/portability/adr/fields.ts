import type { RootContent, Table, TableCell } from "mdast";
import type { Standing } from "../../decisions/index.ts";
import type { AdrRelation } from "../rules/adr.ts";
import { type Line, linesIn, linesOf, plainText } from "./lines.ts";
import { type Markdown, readMarkdown, type Section, type Span, sourceOf, spanOf } from "./markdown.ts";

/** `Status: accepted` on a line or in an item of a list, `| Status | accepted |` in a table. */
export interface Field extends Span {
  readonly style: "field" | "table";
  readonly name: string;
  /** The source text between `from` and `to`. */
  readonly value: string;
  /** The text without Markdown. */
  readonly plain: string;
  /** Formats another value for this place. */
  formatValue(value: string): string;
}

const NAME = /^(?:status|(?:start )?date|deciders|decision-makers|authors?|owners?|tags|number|id|title)$/i;
const ENTRY = /^[\w ]+$|^decision-makers\b|^(?:start )?date\b|^authors?\b/i;

export const fieldsIn = (markdown: Markdown, blocks: readonly RootContent[]): Field[] =>
  blocks.flatMap((block): Field[] => {
    if (block.type === "table") return cellsOf(markdown, block);
    if (block.type === "blockquote") return [];
    return linesIn(markdown, [block], isField).flatMap((line) => fieldOf(line, markdown.text) ?? []);
  });

/** Whether a line is a field with a name and a value, and not a sentence. */
export const isField = (line: Line): boolean => isRow(line) || ENTRY.test(nameIn(line)?.name ?? "");

const isRow = (line: Line): boolean => plainText(line).trimStart().startsWith("|");

/** The text before the colon, and the index of the piece with the colon. A name contains no link. */
function nameIn({ pieces }: Line): { readonly name: string; readonly index: number } | undefined {
  const index = pieces.findIndex(({ text }) => /:(?!\/\/)/.test(text));
  const named = pieces.slice(0, index + 1);
  if (index < 0 || named.some(({ link }) => link !== undefined)) return undefined;
  const [name = ""] = plainText({ pieces: named }).split(/:(?!\/\/)/);
  return name.trim() === "" ? undefined : { name: name.trim(), index };
}

function fieldOf(line: Line, text: string): Field | undefined {
  if (isRow(line)) return rowOf(line, text);
  const named = nameIn(line);
  const piece = named && line.pieces[named.index];
  if (!piece) return undefined;
  const at = text.indexOf(":", piece.from);
  if (at < 0 || at >= piece.to) return undefined;
  const after = line.pieces.slice(named.index + 1);
  const { emphasis } = piece;
  const within = emphasis ? after.filter((other) => other.emphasis?.from === emphasis.from) : [];
  const afterColon = plainText({
    pieces: [{ ...piece, text: piece.text.slice(piece.text.indexOf(":") + 1) }, ...within],
  });
  // In `**Status:** accepted` the value is after the emphasis, in `**Status: accepted**` inside it.
  const inside = emphasis !== undefined && afterColon.trim() !== "";
  const from = emphasis && !inside ? emphasis.to : at + 1;
  const to = inside ? (within.at(-1) ?? piece).to : Math.max(from, line.to);
  const plain = inside ? afterColon : `${afterColon}${plainText({ pieces: after.slice(within.length) })}`;
  return field("field", named.name, plain, trimmed({ from, to }, text), text);
}

/** A table row without the line of dashes that Markdown needs for a table. */
function rowOf({ from, to }: Span, text: string): Field | undefined {
  const match = /^(\s*\|)([^|]*)\|((?:\\.|[^|\\])*)/.exec(text.slice(from, to));
  if (!match) return undefined;
  const [whole, , name = "", value = ""] = match;
  const end = from + whole.length;
  return field("table", bare(name), bare(value), trimmed({ from: end - value.length, to: end }, text), text);
}

const bare = (cell: string): string => cell.replace(/^[\s*_]+|[\s*_]+$/g, "");

/** The names are in the first column, or all in the first row. */
function cellsOf(markdown: Markdown, { children: rows }: Table): Field[] {
  const name = (cell: TableCell | undefined): string =>
    cell ? linesOf(markdown, cell.children).map(plainText).join(" ").trim() : "";
  const cellField = (named: TableCell | undefined, cell: TableCell | undefined): Field[] =>
    named && cell
      ? [field("table", name(named), name(cell), cellSpan(cell, markdown.text), markdown.text)]
      : [];
  const [head, first] = rows;
  const acrossTop = head?.children.slice(0, 2).every((cell) => NAME.test(name(cell)));
  if (acrossTop && first)
    return head?.children.flatMap((cell, i) => cellField(cell, first.children[i])) ?? [];
  return rows.flatMap(({ children }) => cellField(children[0], children[1]));
}

function cellSpan(cell: TableCell, text: string): Span {
  const [first, last] = [cell.children[0], cell.children.at(-1)];
  if (first && last) return { from: spanOf(first).from, to: spanOf(last).to };
  const { from } = spanOf(cell);
  const after = from + (text[from] === "|" ? 1 : 0);
  return { from: after, to: after };
}

/** The span without surrounding spaces; an empty value is a span of length zero at its start. */
function trimmed({ from, to }: Span, text: string): Span {
  const value = text.slice(from, to);
  if (value.trim() === "") return { from, to: from };
  return { from: from + value.length - value.trimStart().length, to: from + value.trimEnd().length };
}

function field(style: Field["style"], name: string, plain: string, span: Span, text: string): Field {
  const lead = span.from === span.to && text[span.from - 1] !== " " ? " " : "";
  return {
    style,
    name: name.trim(),
    value: text.slice(span.from, span.to),
    plain: plain.trim(),
    ...span,
    formatValue: (value) => lead + (style === "table" ? value.replaceAll("|", "\\|") : value),
  };
}

/** The place of the status in a record. */
export interface StatusPlace extends Span {
  readonly style: "front-matter" | "field" | "table" | "section";
  readonly value: string;
  /** Formats another value for this place. */
  formatValue(value: string): string;
}

export function statusPlace(markdown: Markdown): StatusPlace | undefined {
  const front = markdown.frontMatter.get("status");
  if (front) return { ...front, style: "front-matter", value: front.values.join(", ") };
  const own = statusField(markdown, markdown.preamble);
  if (own) return own;
  const section = statusSection(markdown);
  if (section) return section;
  const meta = markdown.sections.find(({ heading }) => /^meta/i.test(heading));
  return meta && statusField(markdown, meta.blocks);
}

export function statusSection(markdown: Markdown): StatusPlace | undefined {
  const section = markdown.sections.find(({ heading }) => /^\W*(?:\d+\W+)?status\b/i.test(heading));
  return section && sectionPlace(markdown, section);
}

const statusField = (markdown: Markdown, blocks: readonly RootContent[]): StatusPlace | undefined =>
  fieldsIn(markdown, blocks).find(({ name }) => /^status$/i.test(name));

/** The first line is the status; the following lines are its history and are kept. */
function sectionPlace(markdown: Markdown, { start, blocks }: Section): StatusPlace {
  const value = sourceOf(markdown.text, blocks);
  const place = (span: Span, formatValue: StatusPlace["formatValue"]): StatusPlace => ({
    style: "section",
    value,
    from: span.from,
    to: span.to,
    formatValue,
  });
  const first = blocks.find((block) => sourceOf(markdown.text, [block]) !== "");
  if (!first) return place({ from: start, to: start }, (words) => `\n\n${words}`);
  const [line] = first.type === "paragraph" || first.type === "list" ? linesIn(markdown, [first]) : [];
  if (line) return place(line, (words) => words);
  const { from } = spanOf(first);
  return place({ from, to: from }, (words) => `${words}\n\n`);
}

/** The text with another status in the same place. */
export function replaceStatus(markdown: Markdown, place: StatusPlace | undefined, value: string): string {
  const { text } = markdown;
  if (!place) return addStatus(markdown, value);
  return `${text.slice(0, place.from)}${place.formatValue(value)}${text.slice(place.to)}`;
}

/** Adds a status section before the first other section. */
function addStatus({ text, title, sections: [next] }: Markdown, value: string): string {
  const section = `${"#".repeat(Math.max(2, next?.level ?? 2))} Status\n\n${value}\n`;
  const gap = /(?:\n\n|^)$/.test(text) ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  const added = next
    ? `${text.slice(0, next.from)}${section}\n${text.slice(next.from)}`
    : `${text}${gap}${section}`;
  // An unclosed code block or comment would swallow the new section; it then goes right below the title.
  if (statusPlace(readMarkdown(added))) return added;
  const end = title?.to ?? 0;
  return `${text.slice(0, end)}\n\n${section.trimEnd()}${text.slice(end)}`;
}

const WORDS: readonly (readonly [RegExp, Standing])[] = [
  [/\bsuper[sc]eded\b|\breplaced\b|\bobsolete/i, "superseded"],
  [/\bdeprecated\b|\bretired\b|\bwithdrawn\b|\babandoned\b/i, "deprecated"],
  [/\brejected\b|\bdeclined\b/i, "deprecated"],
  [/\bproposed\b|\bdraft\b|\bpending\b|\bincomplete\b|\bon hold\b|\bin review\b|\brfc\b/i, "draft"],
  [/\baccepted\b|\bapproved\b|\bimplemented\b|\bdecided\b|\bdone\b|\badopted\b|\bactive\b/i, "active"],
];

/** The first known word decides. A record without one is active. */
export function standingOf(status: string): { standing: Standing; rejected: boolean } {
  const [first] = WORDS.map(([word, standing]) => ({ at: status.search(word), standing, word }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  if (!first) return { standing: "active", rejected: false };
  return {
    standing: first.standing,
    rejected: /\brejected\b|\bdeclined\b/i.test(status) && first.standing === "deprecated",
  };
}

type Relations = { relation: AdrRelation; target: string }[];

const PHRASE =
  /\b(super[sc]eded\s+by|super[sc]edes|replaced\s+by|replaces|amended\s+by|amends|clarified\s+by|clarifies|depends\s+on)\b/gi;
const RELATION: Readonly<Record<string, AdrRelation>> = {
  "superseded by": "superseded-by",
  "superceded by": "superseded-by",
  "replaced by": "superseded-by",
  supersedes: "supersedes",
  supercedes: "supersedes",
  replaces: "supersedes",
  amends: "amends",
  clarifies: "amends",
  "amended by": "amended-by",
  "clarified by": "amended-by",
  "depends on": "depends-on",
};

const NUMBERS = /(?:^|[\s[(#-])(?:ADR|RFC|DR)?[-_ #]?0*(\d{1,5})\b(?!-\d)/gi;
/** A record may depend on three services, so that a number alone is none of a record. */
const NAMED_NUMBERS = /(?:^|[\s[(-])(?:(?:ADR|RFC|DR)[-_ #]?|#)0*(\d{1,5})\b(?!-\d)/gi;

/** The relations to other records in these lines. */
export function relationsIn(lines: readonly Line[]): Relations {
  return lines.flatMap((line) => {
    const text = plainText(line);
    const phrases = [...text.matchAll(PHRASE)];
    return phrases.flatMap((phrase, i) => {
      const from = phrase.index + phrase[0].length;
      const to = phrases[i + 1]?.index ?? text.length;
      const relation = RELATION[phrase[0].toLowerCase().replace(/\s+/g, " ")] as AdrRelation;
      const numbers = relation === "depends-on" ? NAMED_NUMBERS : NUMBERS;
      return targetsIn(line, text, { from, to }, numbers).map((target) => ({ relation, target }));
    });
  });
}

/** The same for the front matter: `superseded-by: 7`, `status: superseded by [ADR 7](0007-x.md)`. */
export function frontRelations({ frontMatter }: Markdown): Relations {
  const lines = [...frontMatter].map(
    ([name, { values }]) => `${name.replaceAll("-", " ")}: ${values.join(", ")}`,
  );
  return lines
    .filter((line) => line.search(PHRASE) >= 0)
    .flatMap((line) => {
      const markdown = readMarkdown(line);
      return relationsIn(linesIn(markdown, markdown.preamble));
    });
}

/** The targets of links to records, or the numbers if there are no links. */
function targetsIn({ pieces }: Line, text: string, { from, to }: Span, numbers: RegExp): string[] {
  let end = 0;
  const links = pieces.flatMap(({ text: { length }, link }) => {
    end += length;
    return link !== undefined && end > from && end - length < to ? [link] : [];
  });
  if (links.length > 0) {
    return [...new Set(links)]
      .map((href) => decoded(href.replace(/#.*$/, "")))
      .filter((href) => /\.(?:md|markdown)$/i.test(href));
  }
  return [...text.slice(from, to).matchAll(numbers)].map(([, number = ""]) => number);
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
