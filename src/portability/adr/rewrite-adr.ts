import type { RootContent } from "mdast";
import type { Decision } from "../../decisions/index.ts";
import {
  ADR_LISTS,
  type AdrListField,
  type AdrSource,
  type AdrStatus,
  type AdrWordField,
} from "../rules/adr.ts";
import { itemsIn, readMark } from "./lines.ts";
import { BYTE_ORDER_MARK, type Markdown, readMarkdown, type Span, spanOf } from "./markdown.ts";
import { bullets, outcomeSection } from "./outcome-section.ts";
import {
  chosenIn,
  optionsIn,
  preambleWords,
  readAdr,
  reasonsIn,
  type WordSections,
  withoutNumber,
  wordSections,
} from "./read-adr.ts";
import { recomposeAdr, restateAdr, titleOf } from "./write-adr.ts";

interface Replacement extends Span {
  readonly by: string;
}

/**
 * The text with the words of its decision. In a record by somebody else only the fields that changed are replaced, in
 * their places. Where that does not read back as the decision, the whole record is written anew, as one of ours.
 */
export function rewriteAdr(
  source: Pick<AdrSource, "path" | "text">,
  decision: Decision,
  changed: readonly AdrWordField[] | "all",
  status: AdrStatus,
): string {
  const { path, text } = source;
  const read = readAdr(source);
  if (changed === "all" || read?.mark?.form) return recomposeAdr(source, decision, status);
  const patched = patch(readMarkdown(text), decision, changed);
  if (patched !== undefined) {
    const whole = text.startsWith(BYTE_ORDER_MARK) ? `${BYTE_ORDER_MARK}${patched}` : patched;
    const restated = restateAdr({ path, text: whole }, status);
    if (saysSo({ path, text: restated }, decision, changed)) return restated;
  }
  return recomposeAdr(source, decision, status);
}

/** Only our own files have a place for the others. */
const isPlaced = (field: AdrWordField): field is "statement" | "reasoning" | AdrListField =>
  field === "statement" || field === "reasoning" || ADR_LISTS.some(({ name }) => name === field);

function saysSo(
  source: Pick<AdrSource, "path" | "text">,
  decision: Decision,
  changed: readonly AdrWordField[],
): boolean {
  const read = readAdr(source);
  const said = read && { ...read, statement: read.title };
  return changed.every(
    (field) => !isPlaced(field) || JSON.stringify(said?.[field]) === JSON.stringify(decision[field] ?? ""),
  );
}

function patch(markdown: Markdown, decision: Decision, changed: readonly AdrWordField[]): string | undefined {
  const places = wordSections(markdown, readMark(markdown)?.mark);
  const found = changed.filter(isPlaced).map((field) => {
    if (field === "statement") return newTitle(markdown, decision);
    if (field === "reasoning") return newReasons(markdown, places, decision.reasoning ?? "");
    return newItems(markdown, places, field, decision[field]);
  });
  if (found.some((each) => each === undefined)) return undefined;
  return found
    .flatMap((each) => each ?? [])
    .sort((a, b) => b.from - a.from)
    .reduce((text, { from, to, by }) => `${text.slice(0, from)}${by}${text.slice(to)}`, markdown.text);
}

function newTitle({ text, title, frontMatter }: Markdown, decision: Decision): Replacement[] | undefined {
  if (!title) return undefined;
  const front = frontMatter.get("title");
  // Structured records have the title twice.
  const same = front && front.values.join(" ") === withoutNumber(title.text) ? [front] : [];
  const number = title.text.slice(0, title.text.length - withoutNumber(title.text).length);
  const at = text.indexOf(title.text, title.from);
  if (at < 0 || at >= title.to) return undefined;
  return [
    { from: at, to: at + title.text.length, by: `${number}${titleOf(decision)}` },
    ...same.map(({ from, to, formatValue }) => ({ from, to, by: formatValue(titleOf(decision)) })),
  ];
}

/** The reasons of a record are its sections, each after its heading. Undefined if the new ones have other headings. */
function newReasons(markdown: Markdown, places: WordSections, reasoning: string): Replacement[] | undefined {
  const above = preambleWords(markdown);
  if (!reasoning.startsWith(above)) return undefined;
  let rest = reasoning.slice(above.length).trim();
  const replaced: Replacement[] = [];
  for (const [i, section] of places.reasons.entries()) {
    if (rest !== section.heading && !rest.startsWith(`${section.heading}\n\n`)) return undefined;
    rest = rest.slice(section.heading.length);
    const next = places.reasons[i + 1];
    const end = next ? rest.search(new RegExp(`\n\n${escaped(next.heading)}(?:\n\n|$)`)) : rest.length;
    if (end < 0) return undefined;
    const words = rest.slice(0, end).trim();
    rest = rest.slice(end).trim();
    if (words === reasonsIn(markdown, section, places)) continue;
    const own = section.blocks.filter((block) => !places.isInList(spanOf(block)));
    replaced.push({ ...spanOfAll(own, section.start), by: own.length > 0 ? words : `\n\n${words}` });
  }
  return rest === "" ? replaced : undefined;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** At the end, but before what we write there ourselves. */
function newSection(
  markdown: Markdown,
  { top }: WordSections,
  field: AdrListField,
  items: readonly string[],
): Replacement[] {
  if (items.length === 0) return [];
  const placed = readMark(markdown);
  const own = [outcomeSection(markdown, placed?.mark)?.from, placed?.from].filter((at) => at !== undefined);
  const end = markdown.text.slice(0, Math.min(markdown.text.length, ...own)).trimEnd().length;
  const heading = `${"#".repeat(Number.isFinite(top) ? top : 2)} ${SECTION[field]}`;
  return [{ from: end, to: end, by: `\n\n${heading}\n\n${bullets(items, "headings")}` }];
}

const SECTION: Readonly<Record<AdrListField, string>> = {
  alternatives: "Considered Options",
  consequences: "Consequences",
};

/** Several sections (positive and negative ones) keep their items, and the last one gets what is new. */
function newItems(
  markdown: Markdown,
  places: WordSections,
  field: AdrListField,
  items: readonly string[],
): Replacement[] | undefined {
  const sections = places.lists[field];
  if (sections.length === 0) return newSection(markdown, places, field, items);
  const isChosen = field === "alternatives" ? chosenIn(markdown, places) : () => false;
  const before = sections.map((section) =>
    field === "alternatives" ? optionsIn(markdown, section) : itemsIn(markdown, section.blocks),
  );
  const fresh = items.filter((item) => !before.flat().includes(item));
  return sections.map(({ blocks, start }, i) => {
    const kept = (before[i] ?? []).filter((item) => items.includes(item) || isChosen(item));
    const all = i === sections.length - 1 ? [...kept, ...fresh] : kept;
    return {
      ...spanOfAll(blocks, start),
      by: `${blocks.length > 0 ? "" : "\n\n"}${bullets(all, "headings")}`,
    };
  });
}

const spanOfAll = (blocks: readonly RootContent[], start: number): Span => {
  const [first, last] = [blocks[0], blocks.at(-1)];
  return first && last ? { from: spanOf(first).from, to: spanOf(last).to } : { from: start, to: start };
};
