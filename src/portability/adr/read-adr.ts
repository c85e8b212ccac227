import type { RootContent } from "mdast";
import { ADR_LISTS, type AdrContent, type AdrListField, type AdrSource } from "../rules/adr.ts";
import type { AdrMark } from "../rules/adr-state.ts";
import {
  type Field,
  fieldsIn,
  frontRelations,
  isField,
  relationsIn,
  standingOf,
  statusPlace,
} from "./fields.ts";
import { itemsIn, linesIn, plainText, readMark } from "./lines.ts";
import { type Markdown, readMarkdown, type Section, type Span, sourceOf, spanOf } from "./markdown.ts";
import { outcomeSection, readOutcome } from "./outcome-section.ts";
import { ownWords } from "./own-words.ts";

const DATE = /\b(\d{4}-\d{2}-\d{2})\b/;

const DATE_NAME = /^(?:start )?date\b/i;

const DECIDERS = /^(?:deciders|decision[- ](?:makers?|owners?)|authors?|owners?)\b/i;

/**
 * Reads a record in a usual style: Nygard, adr-tools, log4brains, MADR 2 to 4, Structured MADR. Undefined for other files, and for
 * more than is parsed.
 */
export function readAdr({ path, text }: Pick<AdrSource, "path" | "text">): AdrContent | undefined {
  if (isNoRecord(path)) return undefined;
  const markdown = readMarkdown(text);
  if (markdown.excess) return undefined;
  const { title, sections, preamble } = markdown;
  const numbered = /^(?:adr|rfc)?[-_ ]?\d+/i.test(nameOf(path));
  const place = statusPlace(markdown);
  if (!numbered && !place) return undefined;
  const status = place?.value ?? "";
  const head = [
    ...preamble,
    ...sections.filter(({ heading }) => META.test(heading)).flatMap(({ blocks }) => blocks),
  ];
  const statusBlocks = sections.find(({ heading }) => STATUS.test(heading))?.blocks ?? [];
  const fields = fieldsIn(markdown, head);
  const relations = unique([
    ...relationsIn(linesIn(markdown, [...statusBlocks, ...head], isField)),
    ...frontRelations(markdown),
  ]);
  const placed = readMark(markdown);
  const { standing, rejected } = standingOf(status);
  const superseded = relations.some(({ relation }) => relation === "superseded-by");
  return {
    number: numberOf(path),
    title: title ? withoutNumber(title.text) : (titleInFront(markdown) ?? titleFromName(path)),
    date: dateOf(markdown, fields),
    status,
    standing: superseded ? "superseded" : standing,
    rejected,
    relations,
    ...(placed?.mark.form
      ? ownWords(markdown, placed, preambleWords(markdown))
      : readWords(markdown, placed?.mark)),
    authors: authorsOf(markdown, fields),
    ...(placed && { mark: placed.mark, outcome: readOutcome(markdown, placed.mark) }),
  };
}

export const withoutNumber = (title: string): string =>
  title.replace(/^(?:ADR|RFC)?[-_ ]?\d+\s*[.:)–-]+\s*/i, "").trim() || title;

const titleInFront = ({ frontMatter }: Markdown): string | undefined =>
  frontMatter.get("title")?.values.join(" ").trim() || undefined;

/** Of a record without a heading: `0012-use-redis.md` is about "Use redis". */
function titleFromName(path: string): string {
  const name = nameOf(path).replace(/\.[^.]+$/, "");
  const words = name
    .replace(/^(?:adr|rfc)?[-_ ]?\d+/i, "")
    .replace(/[-_\s]+/g, " ")
    .trim();
  return words === "" ? name : `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

const nameOf = (path: string): string => path.split("/").at(-1) ?? path;

export const isNoRecord = (path: string): boolean =>
  /^(?:readme|index|changelog|contributing)\.|template|^[._]/i.test(nameOf(path)) ||
  /(?:^|\/)templates?\//i.test(path);

export function numberOf(path: string): number | undefined {
  const digits = /^(?:adr|rfc)?[-_ ]?(\d+)/i.exec(nameOf(path))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function dateOf({ frontMatter, sections, text }: Markdown, fields: readonly Field[]): Date | undefined {
  const section = sections.find(({ heading }) => /^date\b/i.test(heading));
  const words = [
    ...((frontMatter.get("date") ?? frontMatter.get("created"))?.values ?? []),
    ...fields.filter(({ name }) => DATE_NAME.test(name)).map(({ plain }) => plain),
    ...(section ? [sourceOf(text, section.blocks)] : []),
  ];
  const found = words.map((each) => DATE.exec(each)?.[1]).find((date) => date !== undefined);
  const date = found === undefined ? undefined : new Date(`${found}T00:00:00.000Z`);
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

function authorsOf({ frontMatter }: Markdown, fields: readonly Field[]): string[] {
  const front = ["deciders", "decision-makers", "authors", "author"]
    .map((name) => frontMatter.get(name))
    .find((found) => found !== undefined);
  const field = fields.find(({ name, plain }) => DECIDERS.test(name) && plain !== "");
  const names = front?.values ?? (field ? [/\]\s*[([]/.test(field.value) ? field.plain : field.value] : []);
  return names
    .flatMap((list) => list.replace(/^[[{]([^\]}]*)[\]}]$/, "$1").split(/,|;/))
    .map((name) => name.replace(/^["'\s]+|["'\s]+$/g, ""))
    .filter((name) => name !== "");
}

function unique(relations: AdrContent["relations"]): AdrContent["relations"] {
  return [...new Map(relations.map((each) => [`${each.relation} ${each.target}`, each])).values()];
}

const STATUS = /^\W*(?:\d+\W+)?status\b/i;

const META = /^meta/i;

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

function readWords(
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
