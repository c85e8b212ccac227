/** Describes skills and antipatterns as they are now, with the decisions behind them. */
import { credibleInterval, posterior } from "../../calibration/index.ts";
import type { Decision } from "../../decisions/index.ts";
import type { LearnedSeverity } from "../../shared/severity.ts";
import { isLive, lifeOf, type SkillLife, type SkillRecord, skillConfidence } from "../rules/skill.ts";
import {
  type AntipatternWords,
  antipatternWords,
  type SkillWords,
  severityOf,
  skillWords,
} from "../rules/skill-naming.ts";
import { decisionsOfSkill, skillOfDecision } from "../sql/skills.ts";
import type { SkillDeps } from "./deps.ts";

/** The newest decisions are enough to describe a large group. */
const MOST_READ = 50;
/** Enough for a person to follow up. */
const MOST_EVIDENCE = 20;

interface Described {
  readonly record: SkillRecord;
  readonly life: SkillLife;
  /** The expected success rate: the mean of its posterior. */
  readonly confidence: number;
  /** The success rate lies in it with 95 % probability. */
  readonly interval: readonly [number, number];
  /** How relevant it is to the statement, if the caller gave one. */
  readonly applicability?: number | undefined;
  /** The ids of the decisions it was learned from, newest outcome first. */
  readonly evidence: readonly string[];
}

export interface DescribedSkill extends Described, SkillWords {}

export interface DescribedAntipattern extends Described, AntipatternWords {
  readonly severity: LearnedSeverity;
}

/** A record with its current kind, stage, confidence and interval. */
export interface SkillWithLife extends Omit<Described, "evidence"> {}

export async function withLife(
  records: readonly SkillRecord[],
  { betaMath, clock }: Pick<SkillDeps, "betaMath" | "clock">,
): Promise<SkillWithLife[]> {
  const math = await betaMath();
  const now = clock.now();
  return records.map((record) => ({
    record,
    life: lifeOf(record, math, now),
    confidence: skillConfidence(record.tally),
    interval: credibleInterval(posterior(record.tally), math),
  }));
}

export async function describeSkill(
  skill: SkillWithLife,
  { memory }: Pick<SkillDeps, "memory">,
): Promise<DescribedSkill> {
  const decisions = await decisionsOfSkill(memory, skill.record.project, skill.record.id, MOST_READ);
  return { ...skill, ...skillWords(skill.record, decisions), evidence: idsOf(decisions) };
}

export async function describeAntipattern(
  skill: SkillWithLife,
  { memory }: Pick<SkillDeps, "memory">,
): Promise<DescribedAntipattern> {
  const decisions = await decisionsOfSkill(memory, skill.record.project, skill.record.id, MOST_READ);
  return {
    ...skill,
    ...antipatternWords(skill.record, decisions),
    severity: severityOf(skill.record),
    evidence: idsOf(decisions),
  };
}

const idsOf = (decisions: readonly { readonly decisionId: string }[]): string[] =>
  decisions.slice(0, MOST_EVIDENCE).map(({ decisionId }) => decisionId);

export type LearnedSkillOrAntipattern =
  | { readonly kind: "skill"; readonly skill: DescribedSkill }
  | { readonly kind: "antipattern"; readonly antipattern: DescribedAntipattern };

/** The live skill or antipattern that was learned from this decision and similar ones, if there is one. */
export async function skillOf(
  deps: SkillDeps,
  { id, project }: Pick<Decision, "id" | "project">,
): Promise<LearnedSkillOrAntipattern | undefined> {
  const record = await skillOfDecision(deps.memory, project, id);
  const [current] = record ? await withLife([record], deps) : [];
  if (!current || !isLive(current.life)) return undefined;
  return current.life.kind === "skill"
    ? { kind: "skill", skill: await describeSkill(current, deps) }
    : { kind: "antipattern", antipattern: await describeAntipattern(current, deps) };
}
