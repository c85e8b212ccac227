import { factsOf, type GroupOutcome, type SkillFacts } from "../../src/learning/rules/skill.ts";
import type { GroupedDecision } from "../../src/learning/rules/skill-naming.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { DAY } from "./decisions.ts";
import { statusFor } from "./outcomes.ts";
import { raw } from "./raw-sqlite.ts";

export const daysAfter = (days: number): Date => new Date(DAY.getTime() + days * DAY_MS);

/** One outcome a day, from the first score to the last. */
export const groupOutcomes = (scores: readonly number[]): GroupOutcome[] =>
  scores.map((score, day) => ({
    decisionId: `dec_${String(day).padStart(4, "0")}`,
    status: statusFor(score),
    score,
    at: daysAfter(day),
    domain: "database",
  }));

export const factsWith = (...scores: number[]): SkillFacts => factsOf("sk_a", "shop", groupOutcomes(scores));

/** A decision of a group as naming sees it: a line of `score statement` and its lessons. */
export function lived(
  day: number,
  score: number,
  statement: string,
  lessons: readonly string[] = [],
  standing: GroupedDecision["standing"] = "active",
): GroupedDecision {
  return {
    decisionId: `dec_${String(day).padStart(4, "0")}`,
    statement,
    domain: "database",
    standing,
    status: statusFor(score),
    score,
    at: daysAfter(day),
    lessons,
  };
}

/** The sessions that were exposed to a skill, as the file has them. */
export const exposures = (path: string): Promise<unknown[]> =>
  raw(path, (db) => db.prepare("SELECT skill, session, shown FROM skill_exposures").all());
