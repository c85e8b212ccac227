import type { RootContent } from "mdast";
import type { Standing } from "../../domain/decisions/decision.ts";
import { fieldsIn } from "./fields.ts";
import { linesIn } from "./lines.ts";
import { type Markdown, readMarkdown, type Section, type Span, sourceOf, spanOf } from "./markdown.ts";

/** The place of the status in a record. */
export interface StatusPlace extends Span {
  readonly style: "front-matter" | "field" | "table" | "section";
  readonly value: string;
  /** Formats another value for this place. */
  formatValue(value: string): string;
}

export function statusPlace(markdown: Markdown): StatusPlace | undefined {
  const front = markdown.frontMatter.get("status");
  if (front) return { ...front, style: "front-matter", value: front.values.join(", ") };
  const own = statusField(markdown, markdown.preamble);
  if (own) return own;
  const section = statusSection(markdown);
  if (section) return section;
  const meta = markdown.sections.find(({ heading }) => /^meta/i.test(heading));
  return meta && statusField(markdown, meta.blocks);
}

export function statusSection(markdown: Markdown): StatusPlace | undefined {
  const section = markdown.sections.find(({ heading }) => /^\W*(?:\d+\W+)?status\b/i.test(heading));
  return section && sectionPlace(markdown, section);
}

const statusField = (markdown: Markdown, blocks: readonly RootContent[]): StatusPlace | undefined =>
  fieldsIn(markdown, blocks).find(({ name }) => /^status$/i.test(name));

/** The first line is the status; the following lines are its history and are kept. */
function sectionPlace(markdown: Markdown, { start, blocks }: Section): StatusPlace {
  const value = sourceOf(markdown.text, blocks);
  const place = (span: Span, formatValue: StatusPlace["formatValue"]): StatusPlace => ({
    style: "section",
    value,
    from: span.from,
    to: span.to,
    formatValue,
  });
  const first = blocks.find((block) => sourceOf(markdown.text, [block]) !== "");
  if (!first) return place({ from: start, to: start }, (words) => `\n\n${words}`);
  const [line] = first.type === "paragraph" || first.type === "list" ? linesIn(markdown, [first]) : [];
  if (line) return place(line, (words) => words);
  const { from } = spanOf(first);
  return place({ from, to: from }, (words) => `${words}\n\n`);
}

/** The text with another status in the same place. */
export function replaceStatus(markdown: Markdown, place: StatusPlace | undefined, value: string): string {
  const { text } = markdown;
  if (!place) return addStatus(markdown, value);
  return `${text.slice(0, place.from)}${place.formatValue(value)}${text.slice(place.to)}`;
}

/** Adds a status section before the first other section. */
function addStatus({ text, title, sections: [next] }: Markdown, value: string): string {
  const section = `${"#".repeat(Math.max(2, next?.level ?? 2))} Status\n\n${value}\n`;
  const gap = /(?:\n\n|^)$/.test(text) ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  const added = next
    ? `${text.slice(0, next.from)}${section}\n${text.slice(next.from)}`
    : `${text}${gap}${section}`;
  // An unclosed code block or comment would swallow the new section; it then goes right below the title.
  if (statusPlace(readMarkdown(added))) return added;
  const end = title?.to ?? 0;
  return `${text.slice(0, end)}\n\n${section.trimEnd()}${text.slice(end)}`;
}

const WORDS: readonly (readonly [RegExp, Standing])[] = [
  [/\bsuper[sc]eded\b|\breplaced\b|\bobsolete/i, "superseded"],
  [/\bdeprecated\b|\bretired\b|\bwithdrawn\b|\babandoned\b/i, "deprecated"],
  [/\brejected\b|\bdeclined\b/i, "deprecated"],
  [/\bproposed\b|\bdraft\b|\bpending\b|\bincomplete\b|\bon hold\b|\bin review\b|\brfc\b/i, "draft"],
  [/\baccepted\b|\bapproved\b|\bimplemented\b|\bdecided\b|\bdone\b|\badopted\b|\bactive\b/i, "active"],
];

/** The first known word decides. A record without one is active. */
export function standingOf(status: string): { standing: Standing; rejected: boolean } {
  const [first] = WORDS.map(([word, standing]) => ({ at: status.search(word), standing, word }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  if (!first) return { standing: "active", rejected: false };
  return {
    standing: first.standing,
    rejected: /\brejected\b|\bdeclined\b/i.test(status) && first.standing === "deprecated",
  };
}
