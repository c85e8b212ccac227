import type { OutcomeStatus } from "../../decisions/index.ts";
import type { AdrOutcome } from "../rules/adr.ts";
import { type AdrMark, markLine } from "../rules/adr-state.ts";
import { type Escaping, escapeItem, itemsIn, readMark, unescapeText } from "./lines.ts";
import { type Markdown, readMarkdown, type Section } from "./markdown.ts";

const HEADING = "Outcome";

const WORDS: Readonly<Record<OutcomeStatus, string>> = {
  success: "Worked",
  partial: "Partly worked",
  failure: "Failed",
};

/** The section that we wrote. Others have sections of that name too, about something else. */
export function outcomeSection({ sections }: Markdown, mark: AdrMark | undefined): Section | undefined {
  return mark?.outcome && sections.findLast(({ heading }) => heading === HEADING);
}

export function readOutcome(markdown: Markdown, mark: AdrMark | undefined): AdrOutcome | undefined {
  const section = outcomeSection(markdown, mark);
  if (!section || !mark?.outcome) return undefined;
  const lists = section.blocks.filter(({ type }) => type === "list");
  const lessons = lists.length > 0 ? itemsIn(markdown, lists) : [];
  return { ...mark.outcome, lessons: lessons.map(unescapeText) };
}

/** The text without our outcome and comment, and what the comment said. */
export function withoutOutcome(whole: string): {
  readonly body: string;
  readonly mark?: AdrMark | undefined;
} {
  const markdown = readMarkdown(whole);
  const { text } = markdown;
  const placed = readMark(markdown);
  if (!placed) return { body: text };
  const body = `${text.slice(0, placed.from)}${text.slice(placed.to)}`;
  const section = outcomeSection(markdown, placed.mark);
  if (!section) return { body, mark: placed.mark };
  const end = placed.from >= section.from ? Math.min(section.to, placed.from) : section.to;
  const shift = placed.from < section.from ? placed.to - placed.from : 0;
  return {
    body: `${body.slice(0, section.from - shift)}${body.slice(end - shift)}`,
    mark: placed.mark,
  };
}

/** The text with the outcome as its last section, and our comment after it. */
export function withOutcome(
  body: string,
  { outcome: _, ...mark }: AdrMark,
  outcome: AdrOutcome | undefined,
  escaping: Escaping = "headings",
): string {
  const { lessons = [], ...summary } = outcome ?? {};
  const line = markLine({ ...mark, ...(outcome && { outcome: summary as AdrMark["outcome"] }) });
  return `${[body.trimEnd(), ...(outcome ? sectionText(body, outcome, lessons, escaping) : []), line].join("\n\n")}\n`;
}

function sectionText(
  body: string,
  { status, score, at }: AdrOutcome,
  lessons: readonly string[],
  escaping: Escaping,
): string[] {
  return [
    `${"#".repeat(levelIn(body))} ${HEADING}`,
    `${WORDS[status]} on ${at.toISOString().slice(0, 10)}, with a score of ${score}.`,
    ...nonEmpty(bullets(lessons, escaping)),
  ];
}

/** The level of the other sections, so that this one is not below any of them. */
function levelIn(body: string): number {
  if (/^##? /m.test(body)) return 2;
  const levels = readMarkdown(body).sections.map(({ level }) => level);
  return levels.length > 0 ? Math.max(2, Math.min(...levels)) : 2;
}

const nonEmpty = (text: string): string[] => (text === "" ? [] : [text]);

export const bullets = (items: readonly string[], escaping: Escaping): string =>
  items
    .map((item) => item.trim())
    .filter((item) => item !== "")
    .map((item) => `* ${escapeItem(item, escaping).replaceAll("\n", "\n  ")}`)
    .join("\n");
