import * as z from "zod";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { requireDecision } from "../decisions/require-decision.ts";
import { type ChainStep, chainOf } from "../recall/causal-chain.ts";
import { defineOperation } from "../shared/operation.ts";
import type { SkillDeps } from "./deps.ts";
import { type LearnedSkillOrAntipattern, skillOf } from "./skill-of.ts";

/** To read a longer chain, start from another of its decisions. */
export const MOST_STEPS = 50;

export interface StepWithSkill extends ChainStep {
  /** What was learned from this decision and similar ones. */
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
