import type { DescribedAntipattern, DescribedSkill } from "../../app/skills/described-skill.ts";
import type { AnalysedSkill } from "../../app/skills/replaced-failures.ts";
import { rounded } from "../../domain/shared/rounding.ts";
import type { LearnedSeverity } from "../../domain/shared/severity.ts";
import type { SkillStage } from "../../domain/skills/skill.ts";

/** What similar decisions have taught. Its words are made from stored ones. */
interface Learned {
  readonly id: string;
  readonly project: string | null;
  readonly domain: string;
  readonly statement: string;
  readonly recommendation: string;
  /** The expected success rate, from 0 to 1, with the bounds that it lies in with a probability of 95 %. */
  readonly rate: number;
  readonly interval: readonly [number, number];
  readonly successes: number;
  readonly outcomes: number;
  readonly stage: SkillStage;
  /** The newest decisions that it was learned from. */
  readonly decisions: readonly string[];
  /** How well it fits the statement that was asked about. */
  readonly applicability: number | null;
}

export interface SkillResult extends Learned {
  readonly kind: "skill";
  readonly when_to_use: string;
  /** What failed before. */
  readonly instead_of: string | null;
  /** Whether it was counted in several outcomes, or seen once, in what replaced a failure. */
  readonly source: "outcomes" | "replaced_failure";
}

export interface AntipatternResult extends Learned {
  readonly kind: "antipattern";
  readonly severity: LearnedSeverity;
}

const learned = ({ record, life, confidence, interval, applicability, evidence }: Described) => ({
  id: record.id,
  project: record.project,
  domain: record.domain,
  rate: rounded(confidence),
  interval: boundsOf(interval),
  successes: record.successes,
  outcomes: record.tally.outcomes,
  stage: life.stage,
  decisions: evidence,
  applicability: rounded(applicability ?? null),
});
type Described = DescribedSkill | DescribedAntipattern;

const boundsOf = ([low, high]: readonly [number, number]): readonly [number, number] => [
  rounded(low),
  rounded(high),
];

export const skillResult = (skill: DescribedSkill): SkillResult => ({
  ...learned(skill),
  kind: "skill",
  statement: skill.statement,
  recommendation: skill.recommendation,
  when_to_use: skill.whenToUse,
  instead_of: skill.antipattern ?? null,
  source: "outcomes",
});

export const antipatternResult = (antipattern: DescribedAntipattern): AntipatternResult => ({
  ...learned(antipattern),
  kind: "antipattern",
  statement: antipattern.pattern,
  recommendation: antipattern.recommendation,
  severity: antipattern.severity,
});

/** One of its two outcomes is the failure that it replaced. */
export const analysedResult = (skill: AnalysedSkill): SkillResult => ({
  id: skill.id,
  project: null,
  kind: "skill",
  domain: skill.domain,
  statement: skill.statement,
  recommendation: skill.recommendation,
  when_to_use: skill.whenToUse,
  instead_of: skill.antipattern ?? null,
  rate: rounded(skill.confidence),
  interval: boundsOf(skill.interval),
  successes: 1,
  outcomes: 2,
  stage: "emerging",
  decisions: skill.evidence,
  applicability: rounded(skill.applicability ?? null),
  source: "replaced_failure",
});
