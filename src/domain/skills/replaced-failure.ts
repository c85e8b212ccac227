import { createHash } from "node:crypto";
import type { Sums } from "../calibration/calibration.ts";
import { baseWords } from "../decisions/way-similarity.ts";
import { ID_PREFIX } from "../shared/ids.ts";
import { lessonFor, lessonText } from "./lesson.ts";
import { failureText, type GroupedDecision, type SkillWords, whenToUse } from "./skill-naming.ts";

/** A decision that failed, and the one that replaced it and worked. One such pair teaches what to do instead. */
export interface ReplacedFailure {
  readonly failed: GroupedDecision;
  readonly worked: GroupedDecision;
}

const ID_DIGITS = 16;

/** The failure and the success both agree with what the pair teaches. */
export const AGREEING_OUTCOMES: Sums = { outcomes: 2, score: 2 };

/** Whether the two are about the same thing: they have the same stated topic or a word in common that is no filler. */
export function isOneSubject({ failed, worked }: ReplacedFailure): boolean {
  if (failed.topic !== undefined && failed.topic === worked.topic) return true;
  const words = baseWords(worked.statement);
  return [...baseWords(failed.statement)].some((word) => words.has(word));
}

/** Both decisions determine the id, because one decision may replace several. */
export function pairIdOf({ failed, worked }: ReplacedFailure): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([worked.decisionId, failed.decisionId]))
    .digest("hex");
  return `${ID_PREFIX.skill}_${digest.slice(0, ID_DIGITS)}`;
}

/** The statement is that of the decision that worked, and the antipattern is the one it replaced. */
export function pairWords({ failed, worked }: ReplacedFailure): SkillWords {
  const lesson = lessonFor(worked, [worked]);
  return {
    statement: worked.statement,
    recommendation: `${worked.decisionId} worked out once, after ${failed.decisionId} had failed. ${
      lesson === undefined ? "No lesson was recorded." : lessonText(lesson)
    }`,
    whenToUse: whenToUse(worked),
    examples: [],
    antipattern: failureText(failed, [failed]),
  };
}
