import { posterior, type Sums } from "../calibration/calibration.ts";
import { GENERAL_DOMAIN } from "../decisions/domains.ts";
import { type OutcomeStatus, worked } from "../decisions/outcome.ts";
import { Fault } from "../shared/errors.ts";
import { ID_PREFIX, SKILL_ID } from "../shared/ids.ts";

/** A skill says to decide like this again, an antipattern not to. */
export const SKILL_KINDS = ["skill", "antipattern"] as const;
export type SkillKind = (typeof SKILL_KINDS)[number];

/** A `forming` group has too few outcomes to be a skill; a `retired` one is no longer shown. */
export const SKILL_STAGES = ["forming", "emerging", "established", "ageing", "retired"] as const;
export type SkillStage = (typeof SKILL_STAGES)[number];

/** The outcome that counts for a decision of a group. */
export interface GroupOutcome {
  readonly decisionId: string;
  readonly status: OutcomeStatus;
  readonly score: number;
  readonly at: Date;
  /** The domain whose calibration it counts in. */
  readonly domain: string;
}

/** Everything that determines the kind and stage of a skill, besides the clock. */
export interface SkillFacts {
  readonly id: string;
  readonly project: string;
  /** The domain of most of its outcomes. */
  readonly domain: string;
  readonly tally: Sums;
  /** How many outcomes worked. */
  readonly successes: number;
  /** The last three outcomes, newest first. */
  readonly latest: readonly { readonly decisionId: string; readonly worked: boolean }[];
  readonly lastWorkedAt?: Date | undefined;
  readonly lastFailedAt?: Date | undefined;
}

export interface SkillState {
  readonly kind: SkillKind;
  readonly stage: SkillStage;
}

/** What the store keeps of a group: the counts and the last recorded state. It contains no text of a decision. */
export interface SkillRecord extends SkillFacts {
  readonly noted: SkillState;
  /** When it first left the stage `forming`. */
  readonly generatedAt?: Date | undefined;
}

export interface SkillTransition {
  readonly at: Date;
  readonly from: SkillState;
  readonly to: SkillState;
  readonly because: string;
  /** The decisions with the latest outcomes. */
  readonly evidence: readonly string[];
}

/** This many outcomes in a row that point the other way contradict a skill. */
export const CONTRADICTING_OUTCOMES = 3;

/** The kind of a forming group is not settled yet, so it is not compared. */
export const isSameState = (a: SkillState, b: SkillState): boolean =>
  a.stage === b.stage && (a.kind === b.kind || a.stage === "forming");

/** The expected success rate. It is not the raw rate, so that three of three does not beat eighteen of twenty. */
export const skillConfidence = (tally: Sums): number => posterior(tally).mean;

/** Counts the outcomes of a group. Their order does not matter. */
export function factsOf(id: string, project: string, outcomes: readonly GroupOutcome[]): SkillFacts {
  const newestFirst = [...outcomes].sort(
    (a, b) => b.at.getTime() - a.at.getTime() || (a.decisionId < b.decisionId ? 1 : -1),
  );
  const good = newestFirst.filter(worked);
  return {
    id,
    project,
    domain: commonest(outcomes.map(({ domain }) => domain)) ?? GENERAL_DOMAIN,
    // Summed in a fixed order, because the last digit of a floating-point sum depends on it.
    tally: { outcomes: outcomes.length, score: newestFirst.reduce((sum, { score }) => sum + score, 0) },
    successes: good.length,
    latest: newestFirst
      .slice(0, CONTRADICTING_OUTCOMES)
      .map((outcome) => ({ decisionId: outcome.decisionId, worked: worked(outcome) })),
    lastWorkedAt: good[0]?.at,
    lastFailedAt: newestFirst.find((outcome) => !worked(outcome))?.at,
  };
}

/** Ties go to the first by name. */
function commonest(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]?.[0];
}

/** The id derives from the first decision of the group, so that relearning everything gives a skill the same id. */
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
