import { ADR_LISTS, type AdrContent, type AdrListField, type AdrSource } from "../../domain/moving/adr.ts";
import { itemsOf, type Markdown, readMarkdown, type Section } from "./markdown.ts";
import { relationsIn, standingOf, statusPlace } from "./status.ts";

const hasList = (title: string): boolean => ADR_LISTS.some(({ heading }) => heading.test(title));
/** Sections that have a place of their own, or none in a decision. */
const ELSEWHERE = /^\W*(?:\d+\W+)?status\b|^meta|^date\b|^changelog\b/i;
const DATE = /\b(\d{4}-\d{2}-\d{2})\b/;
const DATE_FIELD = /^\s*(?:[*+-]\s+)?(?:\*\*|__)?(?:date|start date)\b[^:|]*(?:\*\*|__)?\s*[:|]/i;
const DECIDERS =
  /^\s*(?:[*+-]\s+)?(?:\*\*)?(?:deciders|decision-makers|authors?)\b[^:|]*(?:\*\*)?\s*:\s*(.+)$/i;

/** A record in any of the usual styles: Nygard's, that of adr-tools, MADR 2 to 4. Undefined for anything else. */
export function readAdr({ path, text }: Pick<AdrSource, "path" | "text">): AdrContent | undefined {
  const markdown = readMarkdown(text);
  const { title } = markdown;
  const numbered = /^(?:adr|rfc)?[-_ ]?\d+/i.test(nameOf(path));
  const place = statusPlace(markdown);
  if (!title || (!numbered && !place) || isAside(path)) return undefined;
  const status = place?.value ?? "";
  const meta = markdown.sections.filter(({ heading }) => /^meta/i.test(heading)).map(({ body }) => body);
  const head = [...markdown.preamble.map((line) => line.text), ...meta].join("\n");
  const front = [...markdown.frontMatter]
    .map(([key, { value }]) => `${key.replaceAll("-", " ")}: ${value}`)
    .join("\n");
  const relations = unique(relationsIn([status, head, front].join("\n")));
  const { standing, rejected } = standingOf(status);
  const superseded = relations.some(({ relation }) => relation === "superseded-by");
  return {
    number: numberOf(path),
    title: title.text.replace(/^(?:ADR|RFC)?[-_ ]?\d+\s*[.:)–-]+\s*/i, "").trim() || title.text,
    date: dateOf(markdown, head),
    status,
    standing: superseded ? "superseded" : standing,
    rejected,
    relations,
    ...wordsOf(markdown),
    authors: authorsOf(markdown, head),
  };
}

const nameOf = (path: string): string => path.split("/").at(-1) ?? path;

const isAside = (path: string): boolean =>
  /^(?:readme|index|changelog|contributing)\.|template|^[._]/i.test(nameOf(path)) ||
  /(?:^|\/)templates?\//i.test(path);

export function numberOf(path: string): number | undefined {
  const digits = /^(?:adr|rfc)?[-_ ]?(\d+)/i.exec(nameOf(path))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function wordsOf({ sections, preamble, title }: Markdown): Pick<AdrContent, "reasoning" | AdrListField> {
  const inside = (one: Section, other: Section): boolean =>
    one !== other && one.from > other.from && one.to <= other.to;
  const placed = sections.filter(({ heading }) => hasList(heading));
  const top = Math.min(...sections.map(({ level }) => level));
  const reasons = sections
    .filter(({ level, heading }) => level === top && !ELSEWHERE.test(heading))
    .filter((section) => !placed.includes(section))
    .map((section) => {
      const below = placed.filter((other) => inside(other, section));
      const body = below.reduce(
        (text, { heading, body: words }) =>
          text.replace(words, "").replace(new RegExp(`^#+\\s+${escaped(heading)}\\s*$`, "m"), ""),
        section.body,
      );
      return `${section.heading}\n\n${body.trim()}`;
    });
  const free = preamble
    .map(({ text }) => text)
    .filter((text) => text.trim() !== "" && !/^\s*(?:[*+-]\s+)?\**[\w ]+\**\s*:|^\s*\|/.test(text));
  const chosen = /chosen option:?\s*["“*]*([^"”*,\n]+)/i.exec(reasons.join("\n"))?.[1]?.trim();
  const outer = placed.filter((section) => !placed.some((other) => inside(section, other)));
  const isChosen = (item: string): boolean => chosen !== undefined && sameOption(item, chosen);
  const lists = ADR_LISTS.map(({ name, heading }) => {
    const items = outer
      .filter((section) => heading.test(section.heading))
      .flatMap(({ body }) => itemsOf(body));
    return [name, name === "alternatives" ? items.filter((item) => !isChosen(item)) : items];
  });
  return {
    reasoning: [...free.slice(0, sections.length === 0 || title ? free.length : 0), ...reasons]
      .join("\n\n")
      .trim(),
    ...(Object.fromEntries(lists) as Record<AdrListField, string[]>),
  };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const sameOption = (option: string, chosen: string): boolean => {
  const plain = (text: string): string =>
    text
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/\W+/g, " ")
      .trim()
      .toLowerCase();
  return plain(option) === plain(chosen);
};

function dateOf({ frontMatter, sections }: Markdown, head: string): Date | undefined {
  const words = [
    frontMatter.get("date")?.value ?? "",
    ...head.split("\n").filter((line) => DATE_FIELD.test(line)),
    sections.find(({ heading }) => /^date\b/i.test(heading))?.body ?? "",
  ];
  const found = words.map((text) => DATE.exec(text)?.[1]).find((date) => date !== undefined);
  const date = found === undefined ? undefined : new Date(`${found}T00:00:00.000Z`);
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

function authorsOf({ frontMatter }: Markdown, head: string): string[] {
  const named =
    frontMatter.get("deciders")?.value ??
    frontMatter.get("decision-makers")?.value ??
    head
      .split("\n")
      .map((line) => DECIDERS.exec(line)?.[1])
      .find((names) => names !== undefined);
  return (named ?? "")
    .replace(/^[["'{]+|[\]"'}]+$/g, "")
    .split(/,|;/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function unique(relations: AdrContent["relations"]): AdrContent["relations"] {
  return [...new Map(relations.map((each) => [`${each.relation} ${each.target}`, each])).values()];
}
