import { posterior } from "../../domain/calibration/calibration.ts";
import type { Severity } from "../../domain/shared/severity.ts";
import { type SkillRecord, skillConfidence } from "../../domain/skills/skill.ts";
import { lifeOf, type SkillLife } from "../../domain/skills/skill-life.ts";
import {
  type AntipatternWords,
  antipatternWords,
  type SkillWords,
  severityOf,
  skillWords,
} from "../../domain/skills/skill-naming.ts";
import type { SkillDeps } from "./deps.ts";

/** Of a large group the newest speak for all. */
const SPEAKING = 50;
/** What can be opened; a person follows no more. */
const NAMED = 20;

interface Described {
  readonly record: SkillRecord;
  readonly life: SkillLife;
  /** The 20 % quantile of how often it works. */
  readonly confidence: number;
  /** How relevant it is to the statement that was asked about, where there is one. */
  readonly applicability?: number | undefined;
  /** The ids of decisions it was learned from, those with the newest outcome first. */
  readonly evidence: readonly string[];
}

export interface DescribedSkill extends Described, SkillWords {}

export interface DescribedAntipattern extends Described, AntipatternWords {
  readonly severity: Severity;
  /** Estimated, as in a calibration. */
  readonly successRate: number;
}

/** A record with its stage as of now. */
export interface LivingSkill extends Pick<Described, "record" | "life" | "confidence" | "applicability"> {}

export async function livingSkills(
  records: readonly SkillRecord[],
  { betaMath, clock }: Pick<SkillDeps, "betaMath" | "clock">,
): Promise<LivingSkill[]> {
  const math = await betaMath();
  const now = clock.now();
  return records.map((record) => ({
    record,
    life: lifeOf(record, math, now),
    confidence: skillConfidence(record.tally, math),
  }));
}

export async function describeSkill(
  living: LivingSkill,
  { store }: Pick<SkillDeps, "store">,
): Promise<DescribedSkill> {
  const lived = await store.livedBy(living.record.project, living.record.id, SPEAKING);
  return { ...living, ...skillWords(living.record, lived), evidence: idsOf(lived) };
}

export async function describeAntipattern(
  living: LivingSkill,
  { store }: Pick<SkillDeps, "store">,
): Promise<DescribedAntipattern> {
  const lived = await store.livedBy(living.record.project, living.record.id, SPEAKING);
  return {
    ...living,
    ...antipatternWords(living.record, lived),
    severity: severityOf(living.record),
    successRate: posterior(living.record.tally).mean,
    evidence: idsOf(lived),
  };
}

const idsOf = (lived: readonly { readonly decisionId: string }[]): string[] =>
  lived.slice(0, NAMED).map(({ decisionId }) => decisionId);
