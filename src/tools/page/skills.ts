/** Calls of the view Skills: the skills and antipatterns, and one of them with its history and trial. */

import * as z from "zod";
import { type OutcomeStatus, readDecisions } from "../../decisions/index.ts";
import {
  type AnalysedSkill,
  type DescribedAntipattern,
  type DescribedSkill,
  getSkill,
  getSkills,
  type SkillKind,
  type SkillStage,
  type TrialEffect,
} from "../../learning/index.ts";
import { ALL_DOMAINS } from "../../shared/names.ts";
import type { ResultOf as ResultOfOperation } from "../../shared/operations/operation.ts";
import { rounded } from "../../shared/rounding.ts";
import type { LearnedSeverity } from "../../shared/severity.ts";
import { noticeText } from "../wording.ts";
import { definePageCall, type PageContext } from "./page-call.ts";
import { PLAIN_PAGE_WORDING } from "./wording.ts";

export interface ListSkillsResult {
  readonly skills: readonly SkillResult[];
  readonly antipatterns: readonly AntipatternResult[];
  /** How many were left out. */
  readonly more: number;
  /** Why there is none, in sentences. */
  readonly notices: readonly string[];
}

const { shape } = getSkills.input;
const MOST = 50;

export const listSkillsCall = definePageCall({
  name: "list-skills",
  effect: "read",
  input: z.strictObject({
    domain: shape.domain.default(ALL_DOMAINS),
    /** Only what applies to this statement. */
    about: shape.statement,
  }),
  fields: { statement: "about" },
  async run({ domain, about }, { perform }): Promise<ListSkillsResult> {
    const found = await perform(getSkills, { domain, statement: about, minConfidence: 0, limit: MOST });
    return {
      skills: [...found.skills.map(skillResult), ...found.analysed.map(analysedResult)],
      antipatterns: found.antipatterns.map(antipatternResult),
      more: found.more,
      notices: found.notices.map((notice) => noticeText(notice, PLAIN_PAGE_WORDING)),
    };
  },
});

interface SkillDecision {
  readonly id: string;
  readonly statement: string;
  readonly outcome: OutcomeStatus | null;
  readonly score: number | null;
  readonly at: string;
  readonly lessons: readonly string[];
}

export interface TrialResult {
  readonly shown: number;
  readonly withheld: number;
  /** Outcomes that are missing before an effect is known. */
  readonly missing: number;
  readonly effect: {
    readonly difference: number;
    readonly interval: readonly [number, number];
    readonly probability_it_helps: number;
  } | null;
}

export interface GetSkillResult {
  readonly id: string;
  readonly kind: SkillKind;
  readonly stage: SkillStage;
  /** Why it is at this stage. */
  readonly because: string;
  /** Null for a group that teaches nothing yet. */
  readonly learned: SkillResult | AntipatternResult | null;
  readonly decisions: readonly SkillDecision[];
  /** How it got where it is, oldest first. */
  readonly history: readonly {
    readonly at: string;
    readonly from: SkillStage;
    readonly to: SkillStage;
    readonly kind: SkillKind;
    readonly because: string;
  }[];
  /** Null where nothing can be tried. */
  readonly trial: TrialResult | null;
}

export const getSkillCall = definePageCall({
  name: "get-skill",
  effect: "read",
  input: z.strictObject({ id: getSkill.input.shape.ref }),
  fields: { ref: "id" },
  async run({ id }, page): Promise<GetSkillResult> {
    const found = await page.perform(getSkill, { ref: id });
    return found.found === "pair" ? pairResult(found.analysed, page) : groupResult(found);
  },
});

function groupResult({
  record,
  life,
  skill,
  antipattern,
  decisions,
  transitions,
  trial,
}: Extract<ResultOfOperation<typeof getSkill>, { found: "group" }>): GetSkillResult {
  return {
    id: record.id,
    kind: life.kind,
    stage: life.stage,
    because: life.because,
    learned: skill ? skillResult(skill) : antipattern ? antipatternResult(antipattern) : null,
    decisions: decisions.map(({ decisionId, statement, status, score, at, lessons }) => ({
      id: decisionId,
      statement,
      outcome: status,
      score,
      at: at.toISOString(),
      lessons,
    })),
    history: transitions.map(({ at, from, to, because }) => ({
      at: at.toISOString(),
      from: from.stage,
      to: to.stage,
      kind: to.kind,
      because,
    })),
    trial: trialResult(trial),
  };
}

async function pairResult(analysed: AnalysedSkill, { perform }: PageContext): Promise<GetSkillResult> {
  const decisions = await perform(readDecisions, { ids: [...analysed.evidence] });
  return {
    id: analysed.id,
    kind: "skill",
    stage: "emerging",
    because: "A decision failed, and the one that replaced it worked.",
    learned: analysedResult(analysed),
    decisions: decisions.map(({ id, statement, outcome, createdAt }) => ({
      id,
      statement,
      outcome: outcome?.status ?? null,
      score: outcome?.score ?? null,
      at: (outcome?.at ?? createdAt).toISOString(),
      lessons: [],
    })),
    history: [],
    trial: null,
  };
}

const trialResult = (trial: TrialEffect): TrialResult => ({
  shown: trial.shown.outcomes,
  withheld: trial.withheld.outcomes,
  missing: trial.known ? 0 : trial.missing,
  effect: trial.known
    ? {
        difference: rounded(trial.difference),
        interval: [rounded(trial.interval[0]), rounded(trial.interval[1])],
        probability_it_helps: rounded(trial.probabilityItHelps),
      }
    : null,
});

/** A lesson of similar decisions. Its words are made from stored ones. */
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
  /** The way that failed before. */
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

const skillResult = (skill: DescribedSkill): SkillResult => ({
  ...learned(skill),
  kind: "skill",
  statement: skill.statement,
  recommendation: skill.recommendation,
  when_to_use: skill.whenToUse,
  instead_of: skill.antipattern ?? null,
  source: "outcomes",
});

const antipatternResult = (antipattern: DescribedAntipattern): AntipatternResult => ({
  ...learned(antipattern),
  kind: "antipattern",
  statement: antipattern.pattern,
  recommendation: antipattern.recommendation,
  severity: antipattern.severity,
});

/** One of its two outcomes is the failure that it replaced. */
const analysedResult = (skill: AnalysedSkill): SkillResult => ({
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
