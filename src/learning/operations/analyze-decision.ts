/** Reads one decision afterwards: what became of it, and what led to it and came of it. */
import * as z from "zod";
import {
  countingOutcome,
  type Decision,
  historyOf,
  requireDecision,
  triggeredBy,
} from "../../decisions/index.ts";
import { type ChainStep, chainOf, similarTo } from "../../recall/index.ts";
import { DecisionRef } from "../../shared/ids.ts";
import { defineOperation } from "../../shared/operations/operation.ts";
import { skillOfDecision } from "../sql/skills.ts";
import { applicableAntipatterns, skillsFitting } from "./applicable-skills.ts";
import type { GuidanceDeps, SkillDeps } from "./deps.ts";
import { type DescribedAntipattern, type LearnedSkillOrAntipattern, skillOf } from "./describe-skill.ts";
import { isNotDraft } from "./find-precedents.ts";
import { preventionOf } from "./follow-guidance.ts";

const SIMILAR = 5;
/** Each alternative costs a search. */
const MOST_ALTERNATIVES = 5;

/** An antipattern that one of the rejected alternatives would have been. */
type AvoidedAntipattern = { readonly alternative: string } & (
  | { readonly known: { readonly id: string; readonly pattern: string } }
  | { readonly learned: DescribedAntipattern }
);

export const analyzeDecision = defineOperation({
  name: "analyze-decision",
  summary:
    "What became of a decision: how it was carried out, its outcome, what it taught and what it prevented.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ ref: DecisionRef }),
  async run({ ref }, deps: GuidanceDeps, { scope }) {
    const decision = await requireDecision(deps, scope, ref);
    const { outcomes, signals } = await historyOf(decision, deps);
    return {
      decision,
      signals,
      outcome: countingOutcome(decision, outcomes),
      taught: await skillOf(deps, decision),
      prevention: await preventionOf(deps, scope, decision.id),
      similar: (await similarTo(decision, deps, SIMILAR)).filter(isNotDraft),
      avoided: await avoidedBy(decision, deps),
    };
  },
});

/** Antipatterns, shipped or learned here, that an alternative matches and the decision itself does not. */
async function avoidedBy(decision: Decision, deps: GuidanceDeps): Promise<AvoidedAntipattern[]> {
  const { statement, alternatives, id, project } = decision;
  const shipped = await deps.antipatterns();
  const ownAntipatterns = new Set(triggeredBy(statement, shipped));
  const ownGroup = (await skillOfDecision(deps.memory, project, id))?.id;
  const avoided: AvoidedAntipattern[] = [];
  const named = new Set<string>();
  for (const alternative of alternatives.slice(0, MOST_ALTERNATIVES)) {
    for (const { id: known, pattern } of triggeredBy(alternative, shipped).filter(
      (antipattern) => !ownAntipatterns.has(antipattern),
    )) {
      if (!named.has(known)) avoided.push({ alternative, known: { id: known, pattern } });
      named.add(known);
    }
    const fitting = await skillsFitting(alternative, project, deps);
    for (const learned of await applicableAntipatterns(fitting, deps)) {
      const group = learned.record.id;
      if (group !== ownGroup && !named.has(group)) avoided.push({ alternative, learned });
      named.add(group);
    }
  }
  return avoided;
}

/** To read a longer chain, start from another of its decisions. */
export const MOST_STEPS = 50;

export interface StepWithSkill extends ChainStep {
  /** The skill or antipattern learned from this decision and similar ones. */
  readonly taught?: LearnedSkillOrAntipattern | undefined;
}

export const getCausalChain = defineOperation({
  name: "get-causal-chain",
  summary:
    "What led to a decision and what came of it: each one before and after, how it was carried out, its outcome, and the skill it contributed to.",
  effect: "read",
  role: "viewer",
  answersForTeam: true,
  input: z.strictObject({ ref: DecisionRef }),
  async run({ ref }, deps: SkillDeps, { scope }) {
    const decision = await requireDecision(deps, scope, ref);
    const chain = await chainOf(decision, MOST_STEPS, deps);
    const steps: StepWithSkill[] = [];
    // Only a decision with an outcome can have taught something.
    for (const step of chain.steps)
      steps.push(step.outcome ? { ...step, taught: await skillOf(deps, step.decision) } : step);
    return { decision, ...chain, steps };
  },
});
