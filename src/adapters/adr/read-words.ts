import type { RootContent } from "mdast";
import { ADR_LISTS, type AdrContent, type AdrListField } from "../../domain/moving/adr.ts";
import type { AdrMark } from "../../domain/moving/adr-mark.ts";
import { isField } from "./fields.ts";
import { linesIn, plainText } from "./lines.ts";
import { itemsIn } from "./list-items.ts";
import { type Markdown, readMarkdown, type Section, type Span, sourceOf, spanOf } from "./markdown.ts";
import { outcomeSection } from "./outcome-section.ts";

export const STATUS = /^\W*(?:\d+\W+)?status\b/i;
export const META = /^meta/i;

const hasList = (title: string): boolean => ADR_LISTS.some(({ heading }) => heading.test(title));

/** Sections that are not part of the reasoning. */
const isElsewhere = ({ heading }: Section): boolean =>
  STATUS.test(heading) || META.test(heading) || /^date\b|^changelog\b|^audit\b/i.test(heading);

/** Where a record by somebody else has its words. */
export interface WordSections {
  /** The level of the highest sections. */
  readonly top: number;
  readonly reasons: readonly Section[];
  readonly lists: Readonly<Record<AdrListField, readonly Section[]>>;
  /** Whether a block of a section is in a list that is inside it. */
  isInList(block: Span): boolean;
}

export function wordSections(markdown: Markdown, mark: AdrMark | undefined): WordSections {
  const outcome = outcomeSection(markdown, mark);
  const sections = markdown.sections.filter((section) => section !== outcome);
  const inside = (one: Span, other: Section): boolean =>
    one !== other && one.from >= other.from && one.to <= other.to;
  const listed = sections.filter(({ heading }) => hasList(heading));
  const top = Math.min(...sections.map(({ level }) => level));
  const outer = listed.filter((section) => !listed.some((other) => inside(section, other)));
  const lists = ADR_LISTS.map(({ name, heading }) => [
    name,
    outer.filter((section) => heading.test(section.heading)),
  ]);
  return {
    top,
    reasons: sections.filter(
      (section) => section.level === top && !isElsewhere(section) && !listed.includes(section),
    ),
    lists: Object.fromEntries(lists) as WordSections["lists"],
    isInList: (block) => listed.some((other) => inside(block, other)),
  };
}

export const reasonsIn = (
  { text }: Markdown,
  { blocks }: Section,
  { isInList }: Pick<WordSections, "isInList">,
): string => sourceOf(text, blocks, (block) => !isInList(block));

export function readWords(
  markdown: Markdown,
  mark: AdrMark | undefined,
): Pick<AdrContent, "reasoning" | AdrListField> {
  const places = wordSections(markdown, mark);
  const isChosen = chosenIn(markdown, places);
  const lists = ADR_LISTS.map(({ name }) => {
    const items = places.lists[name].flatMap((section) =>
      name === "alternatives" ? optionsIn(markdown, section) : itemsIn(markdown, section.blocks),
    );
    return [name, name === "alternatives" ? items.filter((item) => !isChosen(item)) : items];
  });
  return {
    reasoning: [
      preambleWords(markdown),
      ...places.reasons.map((section) => `${section.heading}\n\n${reasonsIn(markdown, section, places)}`),
    ]
      .filter((words) => words !== "")
      .join("\n\n")
      .trim(),
    ...(Object.fromEntries(lists) as Record<AdrListField, string[]>),
  };
}

/** The items of a list, or the sections below if each option has one of its own. */
export function optionsIn(markdown: Markdown, { blocks, level }: Section): string[] {
  const first = blocks.findIndex(({ type }) => type === "heading");
  const isListed = blocks.slice(0, first).some(({ type }) => type === "list");
  const parts = markdown.sections.filter(
    (section) => section.level === level + 1 && blocks.some((block) => spanOf(block).from === section.from),
  );
  if (first < 0 || isListed || parts.length === 0) return itemsIn(markdown, blocks);
  return parts.map((part) => `${optionName(part.heading)}\n\n${sourceOf(markdown.text, part.blocks)}`.trim());
}

const optionName = (heading: string): string =>
  heading.replace(/^(?:(?:option|alternative)\s+)?(?:\d+|[A-Z])\s*[.:)–-]+\s*/i, "").trim() || heading;

/** Whether an option is the one that was chosen, and so no alternative. */
export function chosenIn(markdown: Markdown, { reasons }: WordSections): (option: string) => boolean {
  const blocks = reasons.flatMap((section) => section.blocks);
  const chosen = chosenOption(markdown, blocks);
  return (option) =>
    chosen !== undefined && (sameOption(option, chosen) || sameOption(option.split("\n\n")[0] ?? "", chosen));
}

/** The text after “Chosen option:” in MADR, without quotes, emphasis and links. */
function chosenOption(markdown: Markdown, blocks: readonly RootContent[]): string | undefined {
  const words = linesIn(markdown, blocks).map(plainText).join("\n");
  return /chosen option:?\s*["“]*([^"”,\n]+)/i.exec(words)?.[1]?.trim();
}

const sameOption = (option: string, chosen: string): boolean => {
  const markdown = readMarkdown(option);
  const words = (text: string): string => text.replace(/\W+/g, " ").trim().toLowerCase();
  const shown = linesIn(markdown, markdown.preamble).map(plainText).join("\n");
  return words(shown) === words(chosen);
};

export const preambleWords = (markdown: Markdown): string =>
  markdown.preamble
    .map((block) => withoutFields(markdown, block))
    .filter((words) => words !== "")
    .join("\n\n");

/** A block before the first section without the fields, which are read separately. */
function withoutFields(markdown: Markdown, block: RootContent): string {
  const { text } = markdown;
  if (block.type === "table" || block.type === "definition") return "";
  const lines = linesIn(markdown, [block], isField);
  const isWords = block.type === "blockquote" || !lines.some(isField);
  if (isWords) return block.type === "heading" ? "" : sourceOf(text, [block]);
  if (block.type !== "list") {
    return lines
      .filter((line) => !isField(line))
      .map(({ from, to }) => text.slice(from, to))
      .join("\n");
  }
  return block.children
    .filter((item) => !linesIn(markdown, item.children, isField).some(isField))
    .map((item) => text.slice(spanOf(item).from, spanOf(item).to))
    .join("\n");
}
