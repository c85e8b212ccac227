import type { ListItem, PhrasingContent, RootContent, TableRow } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { READ_LIMITS } from "../../shared/read-limits.ts";
import { AdrMark } from "../rules/adr-state.ts";
import { excessIn } from "./excess.ts";
import { isRuledOff, type Markdown, type Span, sourceOf, spanOf } from "./markdown.ts";

/** A part of a line: its text without Markdown, and its position in the source. */
interface Piece extends Span {
  readonly text: string;
  /** The address, if the piece is in a link. */
  readonly link?: string | undefined;
  /** The span of the emphasis around it. */
  readonly emphasis?: Span | undefined;
}

export interface Line extends Span {
  readonly pieces: readonly Piece[];
}

/** What is nested deeper is ignored, because walking it could exhaust the stack. */
const MAX_DEPTH = READ_LIMITS.record.depth;

type LineSource = Pick<Markdown, "text" | "definitions">;

export const plainText = ({ pieces }: Pick<Line, "pieces">): string =>
  pieces.map(({ text }) => text).join("");

/**
 * The visible lines of the blocks, including those in lists, quotes and tables; a table row is one line. Code and
 * comments have none. The lines of a list item are joined, except where `begins` says that a new one starts.
 */
export function linesIn(
  markdown: LineSource,
  blocks: readonly RootContent[],
  begins: (line: Line) => boolean = () => false,
  depth = 0,
): Line[] {
  if (depth > MAX_DEPTH) return [];
  return blocks.flatMap((block): Line[] => {
    if (block.type === "paragraph") return linesOf(markdown, block.children);
    if (block.type === "heading" && isRuledOff(block, markdown.text))
      return linesOf(markdown, block.children);
    if (block.type === "blockquote") return linesIn(markdown, block.children, begins, depth + 1);
    if (block.type === "table") return block.children.map((row) => rowLine(markdown, row));
    if (block.type !== "list") return [];
    return block.children.flatMap(({ children }) =>
      children.flatMap((child) =>
        child.type === "paragraph"
          ? joined(linesOf(markdown, child.children), begins)
          : linesIn(markdown, [child], begins, depth + 1),
      ),
    );
  });
}

export function linesOf({ text, definitions }: LineSource, nodes: readonly PhrasingContent[]): Line[] {
  const lines: { pieces: Piece[]; from: number; to: number }[] = [];
  const begin = () => lines.push({ pieces: [], from: Number.POSITIVE_INFINITY, to: 0 });
  const add = (piece: Piece): void => {
    const line = lines.at(-1);
    line?.pieces.push(piece);
    if (line && piece.text.trim() !== "") cover(line, piece);
  };
  const walk = (node: PhrasingContent, around: Pick<Piece, "link" | "emphasis">, depth = 0): void => {
    if (depth > MAX_DEPTH) return;
    const span = spanOf(node);
    switch (node.type) {
      case "break":
        begin();
        return;
      case "text":
        for (const [i, piece] of textPieces(node.value, span, text).entries()) {
          if (i > 0) begin();
          add({ ...piece, ...around });
        }
        return;
      case "inlineCode":
        add({ text: node.value, ...span, ...around });
        return;
      case "image":
      case "imageReference":
        add({ text: node.alt ?? "", ...span, ...around });
        return;
      case "strong":
      case "emphasis":
        for (const child of node.children) walk(child, { ...around, emphasis: span }, depth + 1);
        return;
      case "link":
      case "linkReference": {
        const link = node.type === "link" ? node.url : definitions.get(node.identifier);
        for (const child of node.children) walk(child, { ...around, link }, depth + 1);
      }
    }
  };
  begin();
  for (const node of nodes) {
    const line = lines.at(-1);
    walk(node, {});
    // A node belongs completely to the line it starts on, so that a replacement never leaves half a link.
    if (line && !["text", "html", "break"].includes(node.type)) cover(line, spanOf(node));
  }
  return lines.filter(({ from, to }) => from < to);
}

function cover(line: { from: number; to: number }, { from, to }: Span): void {
  line.from = Math.min(line.from, from);
  line.to = Math.max(line.to, to);
}

const LINE_BREAK = /\r\n|\r|\n/;

/** The lines of a text, without the spaces and marks (`>`) before them in the source. */
function textPieces(value: string, { from, to }: Span, text: string): Piece[] {
  const shown = value.split(LINE_BREAK);
  const source = text.slice(from, to).split(/(\r\n|\r|\n)/);
  // An entity can contain a line break; the lines cannot be matched then.
  if (source.length !== shown.length * 2 - 1) return [{ text: value, from, to }];
  let at = from;
  return shown.map((line, i) => {
    const [written = "", lineBreak = ""] = source.slice(i * 2, i * 2 + 2);
    const before = i === 0 ? 0 : (/^[\s>]*/.exec(written)?.[0].length ?? 0);
    const piece = { text: line, from: at + before, to: at + Math.max(before, written.trimEnd().length) };
    at += written.length + lineBreak.length;
    return piece;
  });
}

function rowLine(markdown: LineSource, row: TableRow): Line {
  const pieces = row.children.flatMap((cell): Piece[] => {
    const { to } = spanOf(cell);
    return [
      ...linesOf(markdown, cell.children).flatMap((line) => line.pieces),
      { text: " | ", from: to, to },
    ];
  });
  return { pieces, ...spanOf(row) };
}

/** Joins the following lines of an item to its first one. */
function joined(lines: readonly Line[], begins: (line: Line) => boolean): Line[] {
  const items: Line[] = [];
  for (const line of lines) {
    const last = items.at(-1);
    if (!last || begins(line)) items.push(line);
    else {
      const space = { text: " ", from: last.to, to: last.to };
      items[items.length - 1] = {
        from: last.from,
        to: line.to,
        pieces: [...last.pieces, space, ...line.pieces],
      };
    }
  }
  return items;
}

/** The items of the lists, and the text between lists; blocks without a list are a single item. */
export function itemsIn({ text }: Pick<Markdown, "text">, blocks: readonly RootContent[]): string[] {
  const items: string[] = [];
  let beside: RootContent[] = [];
  const close = (): void => {
    // A heading alone is only the title of the list below it.
    if (beside.some(({ type }) => type !== "heading")) items.push(sourceOf(text, beside));
    beside = [];
  };
  if (!blocks.some(({ type }) => type === "list")) return nonEmpty([sourceOf(text, blocks)]);
  for (const block of blocks) {
    if (block.type === "list") {
      close();
      items.push(...block.children.map((item) => itemText(item, text)));
    } else if (block.type !== "definition") beside.push(block);
  }
  close();
  return nonEmpty(items);
}

/** The source of an item without its bullet and without the indentation of its other lines. */
function itemText(item: ListItem, text: string): string {
  const [first] = item.children;
  if (!first) return "";
  const indentation = Math.max(1, (first.position?.start.column ?? 1) - 1);
  const further = new RegExp(`^(?: {0,${indentation - 1}}\\t| {1,${indentation}})`);
  const [line = "", ...lines] = text.slice(spanOf(first).from, spanOf(item).to).split("\n");
  return [line, ...lines.map((each) => each.replace(further, ""))].join("\n").trim();
}

const nonEmpty = (items: readonly string[]): string[] => items.filter((item) => item !== "");

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
  const endsSection = escaping === "all" || excessIn(text) ? () => true : linesOfHeadings(text);
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

const LINE = /^<!-- membria (\{.*\}) -->\s*$/;

export interface PlacedMark extends Span {
  readonly mark: AdrMark;
}

/** The comment that we left in a file. */
export function readMark({ preamble, sections, text }: Markdown): PlacedMark | undefined {
  const blocks = [...preamble, ...sections.flatMap((section) => section.blocks)];
  for (const block of blocks.toReversed()) {
    if (block.type !== "html") continue;
    const span = spanOf(block);
    const [, json] = LINE.exec(text.slice(span.from, span.to)) ?? [];
    const { data } = AdrMark.safeParse(json === undefined ? undefined : parsed(json));
    if (data) return { mark: data, ...span };
  }
  return undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
