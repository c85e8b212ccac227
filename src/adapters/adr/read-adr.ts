import type { AdrContent, AdrSource } from "../../domain/moving/adr.ts";
import { type Field, fieldsIn, isField } from "./fields.ts";
import { linesIn } from "./lines.ts";
import { readMark } from "./mark.ts";
import { type Markdown, readMarkdown, sourceOf } from "./markdown.ts";
import { readOutcome } from "./outcome-section.ts";
import { ownWords } from "./own-words.ts";
import { META, preambleWords, readWords, STATUS } from "./read-words.ts";
import { frontRelations, relationsIn } from "./relations.ts";
import { standingOf, statusPlace } from "./status.ts";

const DATE = /\b(\d{4}-\d{2}-\d{2})\b/;
const DATE_NAME = /^(?:start )?date\b/i;
const DECIDERS = /^(?:deciders|decision[- ](?:makers?|owners?)|authors?|owners?)\b/i;

/** Reads a record in a usual style: Nygard, adr-tools, log4brains, MADR 2 to 4, Structured MADR. Undefined for other files. */
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

const isNoRecord = (path: string): boolean =>
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
