import { posterior, type Sums } from "../calibration/calibration.ts";
import type { OutcomeStatus } from "../decisions/outcome.ts";
import { GENERAL } from "../decisions/subject.ts";
import { Fault } from "../shared/errors.ts";
import { ID_PREFIX, SKILL_ID } from "../shared/ids.ts";
import type { BetaMath } from "../shared/ports.ts";

/** What similar decisions taught: to do it like this again, or not to. */
export const SKILL_KINDS = ["skill", "antipattern"] as const;
export type SkillKind = (typeof SKILL_KINDS)[number];

/** How far it is. What is `forming` has too few outcomes to say anything, and what is `retired` is not shown. */
export const SKILL_STAGES = ["forming", "emerging", "established", "ageing", "retired"] as const;
export type SkillStage = (typeof SKILL_STAGES)[number];

/** The outcome that counts for a decision, as a group of similar decisions sees it. */
export interface GroupOutcome {
  readonly decisionId: string;
  readonly status: OutcomeStatus;
  readonly score: number;
  readonly at: Date;
  /** Where it counts in the calibration. */
  readonly domain: string;
}

/** All that the life of a skill depends on. */
export interface SkillFacts {
  readonly id: string;
  readonly project: string;
  /** The one that most of its outcomes count in. */
  readonly domain: string;
  readonly tally: Sums;
  /** How many of them worked. */
  readonly successes: number;
  /** The last three, the newest first. */
  readonly latest: readonly { readonly decisionId: string; readonly worked: boolean }[];
  readonly lastWorkedAt?: Date | undefined;
  readonly lastFailedAt?: Date | undefined;
}

export interface SkillState {
  readonly kind: SkillKind;
  readonly stage: SkillStage;
}

/** What a store keeps of a group: what was counted, and what was last noted of its life. No text of any decision. */
export interface SkillRecord extends SkillFacts {
  readonly noted: SkillState;
  /** When it first said something. */
  readonly generatedAt?: Date | undefined;
}

export interface SkillTransition {
  readonly at: Date;
  readonly from: SkillState;
  readonly to: SkillState;
  readonly because: string;
  /** The decisions whose outcomes counted last. */
  readonly evidence: readonly string[];
}

/** The share of its posterior below which a skill's rate is taken to lie: thin evidence makes for low confidence. */
const CAUTION = 0.2;
/** So many outcomes in a row that say otherwise contradict it. */
export const CONTRADICTING = 3;

/** Never the raw rate, so that three of three does not beat eighteen of twenty. */
export function skillConfidence(tally: Sums, math: BetaMath): number {
  const { alpha, beta } = posterior(tally);
  return math.quantile(CAUTION, alpha, beta);
}

/** A partial outcome is taken for what most of it was. */
export function worked({ status, score }: Pick<GroupOutcome, "status" | "score">): boolean {
  return status === "success" || (status === "partial" && score >= 0.5);
}

/** Counts a group up; the order it is read in does not matter. */
export function factsOf(id: string, project: string, outcomes: readonly GroupOutcome[]): SkillFacts {
  const newestFirst = [...outcomes].sort(
    (a, b) => b.at.getTime() - a.at.getTime() || (a.decisionId < b.decisionId ? 1 : -1),
  );
  const good = newestFirst.filter(worked);
  return {
    id,
    project,
    domain: commonest(outcomes.map(({ domain }) => domain)) ?? GENERAL,
    // In one order, because the last digit of a sum depends on it.
    tally: { outcomes: outcomes.length, score: newestFirst.reduce((sum, { score }) => sum + score, 0) },
    successes: good.length,
    latest: newestFirst
      .slice(0, CONTRADICTING)
      .map((outcome) => ({ decisionId: outcome.decisionId, worked: worked(outcome) })),
    lastWorkedAt: good[0]?.at,
    lastFailedAt: newestFirst.find((outcome) => !worked(outcome))?.at,
  };
}

/** Of equals the first by name. */
function commonest(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]?.[0];
}

/** A group is named after the decision that founded it, so that learning everything anew finds the same skill again. */
export function skillIdOf(founder: string): string {
  return `${ID_PREFIX.skill}_${founder.replace(/^[a-z]+_/, "").replace(/[^a-z0-9]/g, "")}`;
}

export function skillNotFound(id: string, scope: string): Fault {
  const where = scope === "all" ? "in any project" : `in the project ${scope}`;
  return new Fault("not_found", `There is no skill ${id} ${where}.`, {
    field: "ref",
    received: id,
    reason: "skill_not_found",
    hint: SKILL_ID.test(id) ? "Check the id." : "An id looks like sk_mi2k9x1c3f8a0b2c.",
    remedies: [{ remedy: "list-skills" }],
  });
}
