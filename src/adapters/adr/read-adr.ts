import type { RootContent } from "mdast";
import { ADR_LISTS, type AdrContent, type AdrListField, type AdrSource } from "../../domain/moving/adr.ts";
import { type Field, fieldsIn, isField } from "./fields.ts";
import { linesIn, plainText } from "./lines.ts";
import { itemsIn } from "./list-items.ts";
import { type Markdown, readMarkdown, type Section, sourceOf, spanOf } from "./markdown.ts";
import { frontRelations, relationsIn } from "./relations.ts";
import { standingOf, statusPlace } from "./status.ts";

const hasList = (title: string): boolean => ADR_LISTS.some(({ heading }) => heading.test(title));
const STATUS = /^\W*(?:\d+\W+)?status\b/i;
const META = /^meta/i;
const DATE = /\b(\d{4}-\d{2}-\d{2})\b/;
const DATE_NAME = /^(?:start )?date\b/i;
const DECIDERS = /^(?:deciders|decision-makers|authors?)\b/i;

/** Sections that are not part of the reasoning. */
const isElsewhere = ({ heading }: Section): boolean =>
  STATUS.test(heading) || META.test(heading) || /^date\b|^changelog\b/i.test(heading);

/** Reads a record in a usual style: Nygard, adr-tools, MADR 2 to 4. Undefined for other files. */
export function readAdr({ path, text }: Pick<AdrSource, "path" | "text">): AdrContent | undefined {
  if (isNoRecord(path)) return undefined;
  const markdown = readMarkdown(text);
  const { title, sections, preamble } = markdown;
  const numbered = /^(?:adr|rfc)?[-_ ]?\d+/i.test(nameOf(path));
  const place = statusPlace(markdown);
  if (!numbered && !place) return undefined;
  const status = place?.value ?? "";
  const head = [
    ...preamble,
    ...sections.filter(({ heading }) => META.test(heading)).flatMap(({ blocks }) => blocks),
  ];
  const statusBlocks =
    place?.style === "section" ? (sections.find(({ heading }) => STATUS.test(heading))?.blocks ?? []) : [];
  const fields = fieldsIn(markdown, head);
  const relations = unique([
    ...relationsIn(linesIn(markdown, [...statusBlocks, ...head], isField)),
    ...frontRelations(markdown),
  ]);
  const { standing, rejected } = standingOf(status);
  const superseded = relations.some(({ relation }) => relation === "superseded-by");
  return {
    number: numberOf(path),
    title: title ? withoutNumber(title.text) : titleFromName(path),
    date: dateOf(markdown, fields),
    status,
    standing: superseded ? "superseded" : standing,
    rejected,
    relations,
    ...wordsOf(markdown),
    authors: authorsOf(markdown, fields),
  };
}

const withoutNumber = (title: string): string =>
  title.replace(/^(?:ADR|RFC)?[-_ ]?\d+\s*[.:)–-]+\s*/i, "").trim() || title;

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

const isNoRecord = (path: string): boolean =>
  /^(?:readme|index|changelog|contributing)\.|template|^[._]/i.test(nameOf(path)) ||
  /(?:^|\/)templates?\//i.test(path);

export function numberOf(path: string): number | undefined {
  const digits = /^(?:adr|rfc)?[-_ ]?(\d+)/i.exec(nameOf(path))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function wordsOf(markdown: Markdown): Pick<AdrContent, "reasoning" | AdrListField> {
  const { text, sections, preamble } = markdown;
  const inside = (one: { from: number; to: number }, other: Section): boolean =>
    one !== other && one.from >= other.from && one.to <= other.to;
  const placed = sections.filter(({ heading }) => hasList(heading));
  const top = Math.min(...sections.map(({ level }) => level));
  const reasons = sections.filter(
    (section) => section.level === top && !isElsewhere(section) && !placed.includes(section),
  );
  const outer = placed.filter((section) => !placed.some((other) => inside(section, other)));
  const chosen = chosenOption(
    markdown,
    reasons.flatMap(({ blocks }) => blocks),
  );
  const isChosen = (item: string): boolean => chosen !== undefined && sameOption(item, chosen);
  const lists = ADR_LISTS.map(({ name, heading }) => {
    const items = outer
      .filter((section) => heading.test(section.heading))
      .flatMap(({ blocks }) => itemsIn(markdown, blocks));
    return [name, name === "alternatives" ? items.filter((item) => !isChosen(item)) : items];
  });
  return {
    reasoning: [
      ...preamble.map((block) => withoutFields(markdown, block)),
      ...reasons.map(({ heading, blocks }) => {
        const words = sourceOf(text, blocks, (block) => !placed.some((other) => inside(block, other)));
        return `${heading}\n\n${words}`;
      }),
    ]
      .filter((words) => words !== "")
      .join("\n\n")
      .trim(),
    ...(Object.fromEntries(lists) as Record<AdrListField, string[]>),
  };
}

/** The text before the first section without the fields, which are read separately. */
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

function dateOf({ frontMatter, sections, text }: Markdown, fields: readonly Field[]): Date | undefined {
  const section = sections.find(({ heading }) => /^date\b/i.test(heading));
  const words = [
    ...(frontMatter.get("date")?.values ?? []),
    ...fields.filter(({ name }) => DATE_NAME.test(name)).map(({ plain }) => plain),
    ...(section ? [sourceOf(text, section.blocks)] : []),
  ];
  const found = words.map((each) => DATE.exec(each)?.[1]).find((date) => date !== undefined);
  const date = found === undefined ? undefined : new Date(`${found}T00:00:00.000Z`);
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

function authorsOf({ frontMatter }: Markdown, fields: readonly Field[]): string[] {
  const front = frontMatter.get("deciders") ?? frontMatter.get("decision-makers");
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
