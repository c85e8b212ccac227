import type { Experience } from "../../app/guidance/query-threats.ts";
import type { FoundThreat } from "../../domain/threats/threat-index.ts";
import { QUOTED_NOTICE } from "../quote.ts";
import { type Answer, answerText, shortOf } from "./answer.ts";

/** What an agent is given before it writes code: at most three patterns and 500 tokens of four characters. */
const PATTERNS = 3;
const CHARACTERS = 500 * 4;
/** Of one quotation; the memory has the rest under its id. */
const LONGEST_QUOTE = 160;

/**
 * First what to look for in each pattern, then as much as there is room for of the code and of what happened here, in
 * turns. Whatever does not fit is left out, and never the end of a sentence.
 */
export function agentAnswer(
  found: readonly FoundThreat[],
  experience: readonly Experience[],
  message: string | undefined,
): Answer {
  let answer: Answer = { pattern_count: 0, patterns: [], ...(message !== undefined && { message }) };
  const take = (fuller: Answer): void => {
    if (sizeOf(fuller) <= CHARACTERS) answer = fuller;
  };
  for (const one of found.slice(0, PATTERNS)) {
    const patterns = [...answer.patterns, shortOf(one)];
    take({ ...answer, pattern_count: patterns.length, patterns });
  }
  for (let turn = 0; turn < Math.max(PATTERNS, experience.length); turn++) {
    const code = found[turn]?.threat.example.core;
    if (code !== undefined) {
      take({ ...answer, patterns: answer.patterns.map((one, i) => (i === turn ? { ...one, code } : one)) });
    }
    const lived = experience[turn];
    if (lived !== undefined) {
      const memory = [...(answer.memory ?? []), { ...lived, text: shortened(lived.text) }];
      take({ ...answer, memory, notice: QUOTED_NOTICE });
    }
  }
  return answer;
}

/** Some clients show a model the structure, some the text. */
const sizeOf = (answer: Answer): number =>
  Math.max([...JSON.stringify(answer)].length, [...answerText(answer)].length);

function shortened(text: string): string {
  const characters = [...text.replace(/\s+/g, " ")];
  return characters.length <= LONGEST_QUOTE
    ? characters.join("")
    : `${characters.slice(0, LONGEST_QUOTE - 1).join("")}…`;
}
