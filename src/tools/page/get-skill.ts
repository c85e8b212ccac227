import * as z from "zod";
import { readDecisions } from "../../app/decisions/read-decisions.ts";
import type { ResultOf as ResultOfOperation } from "../../app/shared/operation.ts";
import { getSkill } from "../../app/skills/get-skill.ts";
import type { AnalysedSkill } from "../../app/skills/replaced-failures.ts";
import type { OutcomeStatus } from "../../domain/decisions/outcome.ts";
import { rounded } from "../../domain/shared/rounding.ts";
import type { SkillKind, SkillStage } from "../../domain/skills/skill.ts";
import type { TrialEffect } from "../../domain/skills/skill-trial.ts";
import type { PageContext } from "./page-call.ts";
import { definePageCall } from "./page-call.ts";
import {
  type AntipatternResult,
  analysedResult,
  antipatternResult,
  type SkillResult,
  skillResult,
} from "./skill-parts.ts";

export interface SkillDecision {
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
