import { type Decision, snakeCaseName } from "../../decisions/index.ts";
import type { Screening } from "../../shared/screening.ts";
import { LIMITS, type Screened } from "../../shared/text.ts";
import { ADR_WORDS, type AdrContent, type AdrWordField } from "../rules/adr.ts";
import { fitText, splitLong } from "./run-import.ts";

/** What a file says, as a decision has it. Lists that only our own files have are missing in others. */
interface AdrWords {
  readonly statement: Screened;
  readonly reasoning: Screened;
  readonly alternatives: readonly Screened[];
  readonly consequences: readonly Screened[];
  readonly risks?: readonly Screened[] | undefined;
  readonly assumptions?: readonly Screened[] | undefined;
}

export function wordsOf(content: AdrContent, screen: Screening): AdrWords {
  const list = (name: AdrWordField, items: readonly string[]) => screen.list(snakeCaseName(name), items);
  return {
    statement: fitText(screen.required("title", content.statement ?? content.title), LIMITS.statement),
    reasoning: fitText(screen.text("reasoning", content.reasoning), LIMITS.text),
    alternatives: list("alternatives", content.alternatives),
    consequences: list("consequences", content.consequences),
    ...(content.risks && { risks: list("risks", content.risks) }),
    ...(content.assumptions && { assumptions: list("assumptions", content.assumptions) }),
  };
}

/** What does not fit into the fields, in parts that fit into notes. */
export function leftoverWords(content: AdrContent, screen: Screening): Screened[] {
  const [, ...title] = splitLong(
    screen.required("title", content.statement ?? content.title),
    LIMITS.statement,
  );
  const [, ...reasoning] = splitLong(screen.text("reasoning", content.reasoning), LIMITS.text);
  return [...title, ...reasoning];
}

/** The fields that say something else. A field that one of them has no place for says nothing. */
export function differingWords(
  one: AdrWords | Pick<Decision, AdrWordField>,
  other: AdrWords | Pick<Decision, AdrWordField>,
): AdrWordField[] {
  return ADR_WORDS.filter((name) => {
    const [a, b] = name === "reasoning" ? [one[name] ?? "", other[name] ?? ""] : [one[name], other[name]];
    return a !== undefined && b !== undefined && textOf(a) !== textOf(b);
  });
}

export const textOf = (value: string | readonly string[] | undefined): string =>
  typeof value === "string" ? value.trim() : (value ?? []).map((item) => `* ${item.trim()}`).join("\n");

/**
 * What the file says now. Our own files may have the statement twice, as the title and below it; if somebody changed
 * only the title, it is the statement.
 */
export function editedContent(now: AdrContent, before: AdrContent | undefined): AdrContent {
  const titleAlone = before && now.title !== before.title && now.statement === before.statement;
  return titleAlone ? { ...now, statement: undefined } : now;
}
