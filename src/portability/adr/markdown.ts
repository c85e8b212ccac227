import type { Heading, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { type Excess, excessIn } from "./excess.ts";
import { type FrontMatter, readFrontMatter, splitFrontMatter } from "./front-matter.ts";

export const BYTE_ORDER_MARK = "\ufeff";

/** Half-open: `to` is the first character after it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A heading with everything below it, including lower headings. */
export interface Section extends Span {
  readonly heading: string;
  readonly level: number;
  /** Where the heading ends. */
  readonly start: number;
  readonly blocks: readonly RootContent[];
}

export interface Markdown {
  /** The text without a byte order mark. All offsets refer to it. */
  readonly text: string;
  /** Set if the text has more than is parsed. Nothing is found in it then. */
  readonly excess?: Excess | undefined;
  readonly frontMatter: FrontMatter;
  readonly title?: (Span & { readonly text: string }) | undefined;
  readonly sections: readonly Section[];
  /** The blocks between the title and the first section. */
  readonly preamble: readonly RootContent[];
  /** The addresses of reference links (`[text][name]`) by name. */
  readonly definitions: ReadonlyMap<string, string>;
}

const TABLES = { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] };

const NOTHING_READ = {
  frontMatter: new Map(),
  sections: [],
  preamble: [],
  definitions: new Map(),
} satisfies Omit<Markdown, "text">;

export function readMarkdown(whole: string): Markdown {
  // The parser does not count a byte order mark, so all offsets would be off by one.
  const text = whole.startsWith(BYTE_ORDER_MARK) ? whole.slice(1) : whole;
  const excess = excessIn(text);
  if (excess) return { text, excess, ...NOTHING_READ };
  const { front, yaml } = splitFrontMatter(text);
  // The front matter is replaced by blanks, so that offsets stay the same.
  const body = front.replace(/\S/g, " ") + text.slice(front.length);
  const { children: blocks } = fromMarkdown(body, TABLES);
  const headings = blocks.flatMap((block, index) =>
    block.type === "heading" && isHeading(block, text)
      ? [{ ...spanOf(block), index, level: block.depth, text: headingText(block, text) }]
      : [],
  );
  const title = headings[0]?.level === 1 ? headings[0] : undefined;
  const inside = title ? headings.slice(1) : headings;
  return {
    text,
    frontMatter: readFrontMatter(yaml, front.indexOf("\n") + 1),
    title: title && { text: title.text, from: title.from, to: title.to },
    preamble: blocks.slice((title?.index ?? -1) + 1, inside[0]?.index ?? blocks.length),
    sections: inside.map((heading, i) => {
      const next = inside.slice(i + 1).find(({ level }) => level <= heading.level);
      return {
        heading: heading.text,
        level: heading.level,
        from: heading.from,
        start: heading.to,
        to: next?.from ?? text.length,
        blocks: blocks.slice(heading.index + 1, next?.index ?? blocks.length),
      };
    }),
    definitions: new Map(
      blocks.flatMap((block) => (block.type === "definition" ? [[block.identifier, block.url]] : [])),
    ),
  };
}

export function spanOf({ position }: Pick<RootContent, "position">): Span {
  return { from: position?.start.offset ?? 0, to: position?.end.offset ?? 0 };
}

/** Markdown takes fields above a line of dashes for a heading, but the author meant a horizontal rule. */
export const isRuledOff = (heading: Heading, text: string): boolean =>
  heading.depth === 2 &&
  !text.startsWith("#", spanOf(heading).from) &&
  headingText(heading, text, "\n")
    .split("\n")
    .every((line) => /^[*_]*(?:status|date|deciders|decision-makers|authors?)\b[^:]*:/i.test(line.trim()));

const isHeading = (heading: Heading, text: string): boolean =>
  headingText(heading, text) !== "" && !isRuledOff(heading, text);

/** The source text of a heading, with emphasis and links. */
function headingText({ children }: Heading, text: string, lineBreak = " "): string {
  const [first, last] = [children[0], children.at(-1)];
  if (!first || !last) return "";
  return text.slice(spanOf(first).from, spanOf(last).to).replace(/\s*[\r\n]+\s*/g, lineBreak);
}

/** The source of the blocks without comments. A blank line replaces what is left out. */
export function sourceOf(text: string, blocks: readonly RootContent[], isIn = (_: Span) => true): string {
  let source = "";
  let end: number | undefined;
  for (const block of blocks) {
    const { from, to } = spanOf(block);
    const words = block.type === "html" ? withoutComments(text.slice(from, to)) : text.slice(from, to);
    if (words.trim() === "" || !isIn({ from, to })) {
      end = undefined;
      continue;
    }
    const gap = end === undefined ? "\n\n" : text.slice(end, from);
    source += source === "" ? words : gap + words;
    end = to;
  }
  return source.trim();
}

const withoutComments = (html: string): string => html.replace(/<!--[\s\S]*?(?:-->|$)/g, "");
