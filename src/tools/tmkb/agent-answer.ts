import type { Experience } from "../../app/guidance/query-threats.ts";
import { nearestCode, type Surroundings } from "../../domain/threats/stacks.ts";
import type { FoundThreat } from "../../domain/threats/threat-index.ts";
import { type Answer, shortPattern } from "./answer.ts";
import { noticeOf } from "./notice.ts";

/** An agent gets at most three patterns and 500 tokens of four characters. */
export const PATTERNS = 3;
const CHARACTERS = 500 * 4;
/** Longer quotations are cut; the whole text can be read by the id. */
const LONGEST_QUOTE = 160;

/**
 * Adds the patterns first, then code examples and experience of this project in turn, as long as they fit. An entry that
 * does not fit is left out as a whole.
 */
export function agentAnswer(
  found: readonly FoundThreat[],
  experience: readonly Experience[],
  { where, ...about }: Pick<Answer, "message" | "looked_for" | "notice"> & { readonly where: Surroundings },
): Answer {
  let answer: Answer = { pattern_count: 0, patterns: [], ...about };
  const takeIfFits = (extended: Answer): void => {
    if (sizeOf(extended) <= CHARACTERS) answer = extended;
  };
  for (const threat of found.slice(0, PATTERNS)) {
    const patterns = [...answer.patterns, shortPattern(threat)];
    takeIfFits({ ...answer, pattern_count: patterns.length, patterns });
  }
  for (let turn = 0; turn < Math.max(PATTERNS, experience.length); turn++) {
    const match = found[turn];
    const nearest = match && nearestCode(match.threat, where);
    if (nearest !== undefined) {
      const shown = { code: nearest.core, code_for: nearest.framework };
      takeIfFits({
        ...answer,
        patterns: answer.patterns.map((pattern, i) => (i === turn ? { ...pattern, ...shown } : pattern)),
      });
    }
    const quoted = experience[turn];
    if (quoted !== undefined) {
      const memory = [...(answer.memory ?? []), { ...quoted, text: shortened(quoted.text) }];
      takeIfFits({ ...answer, memory, notice: noticeOf(found, memory) ?? "" });
    }
  }
  return answer;
}

/** The text of the answer is its JSON. */
const sizeOf = (answer: Answer): number => [...JSON.stringify(answer)].length;

function shortened(text: string): string {
  const characters = [...text.replace(/\s+/g, " ")];
  return characters.length <= LONGEST_QUOTE
    ? characters.join("")
    : `${characters.slice(0, LONGEST_QUOTE - 1).join("")}…`;
}
