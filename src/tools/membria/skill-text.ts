import type * as z from "zod";
import { ENOUGH_OUTCOMES } from "../../domain/calibration/confidence-status.ts";
import { percent, wholePercent } from "../../domain/shared/percent.ts";
import { recordLine } from "../record-text.ts";
import type { AntipatternFields, SkillFields } from "./skill-fields.ts";

/** The newest decisions are enough to follow up; the others are in the fields. */
const MOST_NAMED = 5;

/** A skill as lines of text, with stored words in it: put it in a fence for a model. */
export function skillLines(skill: z.output<typeof SkillFields>): string[] {
  const { confidence, credible_interval_95: interval, evidence } = skill;
  const sure = rateText(confidence, interval, evidence.total_outcomes, "confidence");
  const facts = skill.source === "analysis" ? ["replaced a failure"] : [skill.status, ...sure];
  return [
    recordLine(`- ${skill.skill_id}`, facts, skill.statement),
    `  Advice: ${skill.recommendation}`,
    `  When: ${skill.when_to_use}`,
    ...(skill.antipattern === undefined ? [] : [`  What failed: ${skill.antipattern}`]),
    ...(skill.source === "analysis" ? [] : [learnedFrom(evidence.decision_ids, evidence.total_outcomes)]),
  ];
}

export function antipatternLines(one: z.output<typeof AntipatternFields>): string[] {
  const rate = rateText(one.success_rate, one.credible_interval_95, one.total_outcomes, "success");
  return [
    recordLine(`- ${one.skill_id}`, ["antipattern", `${one.severity} severity`, ...rate], one.pattern),
    `  Advice: ${one.recommendation}`,
    learnedFrom(one.evidence, one.total_outcomes),
  ];
}

function learnedFrom(ids: readonly string[], outcomes: number): string {
  const named = ids.slice(0, MOST_NAMED);
  const others = outcomes - named.length;
  return `  Learned from: ${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}

/** A rate with its interval. With few outcomes a percentage would say more than they do, and the counts say it. */
export function rateText(
  rate: number,
  [low = 0, high = 1]: readonly number[],
  outcomes: number,
  what: string,
): string[] {
  if (outcomes < ENOUGH_OUTCOMES) return [];
  return [`${percent(rate)} ${what} (95 % between ${wholePercent(low)} and ${wholePercent(high)})`];
}
