import * as z from "zod";
import { getCausalChain, type StepWithSkill } from "../../app/skills/get-causal-chain.ts";
import { type OutcomeResult, outcomeResult, type SignalResult, signalResult } from "./decision-parts.ts";
import { type DecisionRow, decisionRow } from "./decision-row.ts";
import { definePageCall } from "./page-call.ts";

/** What was learned from a decision and similar ones. */
export interface TaughtResult {
  readonly kind: "skill" | "antipattern";
  readonly id: string;
  readonly name: string;
}

export interface ChainStepResult {
  readonly decision: DecisionRow;
  readonly signals: readonly SignalResult[];
  readonly outcome: OutcomeResult | null;
  readonly taught: TaughtResult | null;
}

export interface CausalChainResult {
  readonly decision: DecisionRow;
  /** What it replaced and was replaced by, oldest first, with the decision itself. */
  readonly steps: readonly ChainStepResult[];
  /** Whether the chain is longer than this. */
  readonly cut: boolean;
}

export const causalChainCall = definePageCall({
  name: "causal-chain",
  effect: "read",
  input: z.strictObject({ id: getCausalChain.input.shape.ref }),
  fields: { ref: "id" },
  async run({ id }, { perform }): Promise<CausalChainResult> {
    const { decision, steps, cut } = await perform(getCausalChain, { ref: id });
    return {
      decision: decisionRow(decision),
      steps: steps.map((step) => ({
        decision: decisionRow(step.decision),
        signals: step.signals.map(signalResult),
        outcome: step.outcome ? outcomeResult(step.outcome, step.decision.id) : null,
        taught: step.taught ? taughtResult(step.taught) : null,
      })),
      cut,
    };
  },
});

const taughtResult = (taught: NonNullable<StepWithSkill["taught"]>): TaughtResult =>
  taught.kind === "skill"
    ? { kind: "skill", id: taught.skill.record.id, name: taught.skill.statement }
    : { kind: "antipattern", id: taught.antipattern.record.id, name: taught.antipattern.pattern };
