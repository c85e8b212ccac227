import {
  type Decision,
  type Passage,
  type PassageKind,
  type PassageRef,
  passageKey,
} from "../../decisions/index.ts";
import { cutTo } from "../../shared/text.ts";
import { searchTerms } from "../../shared/words/search-text.ts";
import { stemOf } from "../../shared/words/word-forms.ts";

/** The parts of a decision in which a query may match, other than its statement, which every result shows anyway. */
export const OWN_PARTS = ["reasoning", "alternatives", "consequences", "assumptions", "risks"] as const;
export type MatchedPartName = (typeof OWN_PARTS)[number] | Exclude<PassageKind, "text">;

export interface MatchedPart {
  readonly part: MatchedPartName;
  /** The line that matched best. */
  readonly text: string;
}

const LONGEST_LINE = 200;
const LINE_END = /\n+|(?<=[.!?。])\s+/u;

/**
 * The part of a decision that matches a query, if not the statement: the passage that the search found, or else the one that has
 * more of its words than the statement.
 */
export function matchedPart(
  /** Of the query. */
  wanted: ReadonlySet<string>,
  decision: Decision,
  passages: readonly Passage[],
  found: PassageRef | undefined,
): MatchedPart | undefined {
  const passage = found && passages.find((one) => one.kind === found.kind && passageKey(one) === found.key);
  if (passage && passage.kind !== "text")
    return { part: passage.kind, text: bestLine(passage.text, wanted).text };
  const inStatement = shared(decision.statement, wanted);
  let best: (MatchedPart & { readonly count: number }) | undefined;
  for (const part of OWN_PARTS) {
    const text = [decision[part] ?? []].flat().join("\n");
    const line = bestLine(text, wanted);
    if (line.count > Math.max(inStatement, best?.count ?? 0)) best = { part, ...line };
  }
  return best && { part: best.part, text: best.text };
}

export const stemsIn = (text: string): ReadonlySet<string> => new Set(searchTerms(text).map(stemOf));

function shared(text: string, wanted: ReadonlySet<string>): number {
  let count = 0;
  for (const stem of stemsIn(text)) if (wanted.has(stem)) count++;
  return count;
}

/** The line with most words of the query, and how many these are; the first one if no line has any. */
function bestLine(
  text: string,
  wanted: ReadonlySet<string>,
): { readonly text: string; readonly count: number } {
  let best = { text: "", count: -1 };
  for (const line of text.split(LINE_END).map((one) => one.trim())) {
    const count = shared(line, wanted);
    if (line !== "" && count > best.count) best = { text: line, count };
  }
  return { text: cutTo(LONGEST_LINE, best.text), count: Math.max(0, best.count) };
}
