import type { RootContent, Table, TableCell } from "mdast";
import { type Line, linesIn, linesOf, plainText } from "./lines.ts";
import { type Markdown, type Span, spanOf } from "./markdown.ts";

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
