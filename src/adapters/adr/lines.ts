import type { PhrasingContent, RootContent, TableRow } from "mdast";
import { isRuledOff, type Markdown, type Span, spanOf } from "./markdown.ts";

/** A part of a line: its text without Markdown, and its position in the source. */
export interface Piece extends Span {
  readonly text: string;
  /** The address, if the piece is in a link. */
  readonly link?: string | undefined;
  /** The span of the emphasis around it. */
  readonly emphasis?: Span | undefined;
}

export interface Line extends Span {
  readonly pieces: readonly Piece[];
}

/** Deeper nested quotes and lists are ignored, because walking them could exhaust the stack. */
const MAX_DEPTH = 50;

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
    const [written = "", lineBreak = ""] = source.slice(i * 2);
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
