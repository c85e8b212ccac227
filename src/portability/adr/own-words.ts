import { type AdrContent, type AdrListField, type AdrSectionField, sectionField } from "../rules/adr.ts";
import { itemsIn, type PlacedMark, unescapeText } from "./lines.ts";
import type { Markdown, Section } from "./markdown.ts";
import { outcomeSection } from "./outcome-section.ts";

export const OWN_HEADINGS = {
  madr: { reasoning: "Context and Problem Statement", statement: "Decision Outcome" },
  nygard: { reasoning: "Context", statement: "Decision" },
} as const;

export const NO_REASONS = "The reasons were not recorded.";

const headings = Object.values(OWN_HEADINGS);

const isReasoning = (heading: string): boolean => headings.some(({ reasoning }) => heading === reasoning);

const isStatement = (heading: string): boolean => headings.some(({ statement }) => heading === statement);

const recorded = (heading: string, words: string): string =>
  heading === OWN_HEADINGS.nygard.reasoning && words === NO_REASONS ? "" : words;

/** The words of a file that we wrote, exactly as the decision has them. `above` is text that somebody put below the title. */
export function ownWords(
  markdown: Markdown,
  placed: PlacedMark,
  above: string,
): Pick<AdrContent, "statement" | "reasoning" | "risks" | "assumptions" | AdrListField> {
  const { text, sections } = markdown;
  const outcome = outcomeSection(markdown, placed.mark);
  const top = sections.filter(
    (section) => section.level <= 2 && section !== outcome && section.heading !== "Status",
  );
  const source = ({ start, to }: Section): string => {
    const end = placed.from >= start && placed.from < to ? placed.from : to;
    const after = end < to ? text.slice(Math.min(placed.to, to), to) : "";
    return unescapeText(`${text.slice(start, end).trim()}\n\n${after.trim()}`.trim());
  };
  const lists: Record<AdrSectionField, string[]> = {
    alternatives: [],
    consequences: [],
    risks: [],
    assumptions: [],
  };
  const reasons: string[] = above === "" ? [] : [above];
  let statement: string | undefined;
  for (const section of top) {
    const field = sectionField(section.heading);
    if (field) lists[field].push(...itemsIn(markdown, section.blocks).map(unescapeText));
    else if (isStatement(section.heading)) statement = source(section) || undefined;
    else if (isReasoning(section.heading)) reasons.push(recorded(section.heading, source(section)));
    // What somebody added belongs to the reasons.
    else reasons.push(`${section.heading}\n\n${source(section)}`);
  }
  return {
    ...lists,
    statement,
    reasoning: reasons
      .filter((words) => words !== "")
      .join("\n\n")
      .trim(),
  };
}
