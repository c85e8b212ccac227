import * as z from "zod";
import type { Decision } from "../../domain/decisions/decision.ts";
import type { Outcome } from "../../domain/decisions/outcome.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { lastOutcomes } from "../decisions/decision-history.ts";
import { requireDecision } from "../decisions/require-decision.ts";
import { defineOperation } from "../shared/operation.ts";
import type { RecallDeps } from "./deps.ts";
import { replacementChain } from "./recall-topic.ts";

/** To read a longer chain, start from another of its decisions. */
const MOST_STEPS = 50;

export interface ChainStep {
  readonly decision: Decision;
  /** Its current outcome. */
  readonly outcome?: Outcome | undefined;
}

export const getCausalChain = defineOperation({
  name: "get-causal-chain",
  summary: "What led to a decision and what came of it: each one before and after, with its outcome.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ ref: DecisionRef }),
  async run({ ref }, deps: RecallDeps, { scope }) {
    const decision = await requireDecision(deps, scope, ref);
    return { decision, ...(await chainOf(decision, MOST_STEPS, deps)) };
  },
});

/** The decisions that a decision replaced and was replaced by, oldest first. */
export async function chainOf(decision: Decision, mostSteps: number, deps: RecallDeps) {
  const found = await replacementChain(decision, mostSteps, deps);
  const members = [...found.values()].sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1),
  );
  const outcomes = await lastOutcomes(members, decision.project, deps);
  const steps = members.map((member): ChainStep => ({ decision: member, outcome: outcomes.get(member.id) }));
  const replaced = members.flatMap(({ id, supersedes }) =>
    supersedes.map((older) => ({ from: id, to: older })),
  );
  return {
    steps,
    links: replaced.filter(({ to }) => found.has(to)),
    /** Whether the chain is longer than what was read. */
    cut: members.some(({ supersedes, supersededBy }) =>
      [...supersedes, ...supersededBy].some((id) => !found.has(id)),
    ),
  };
}
