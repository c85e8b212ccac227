import * as z from "zod";
import { defineOperation } from "../../shared/operations/operation.ts";
import type { Scope } from "../../shared/scope.ts";
import { type DecisionWithProposal, type ProposalReading, proposalsIn } from "./proposals-in.ts";

const input = z.strictObject({ limit: z.number().int().min(1).max(1_000).default(20) });

export const listProposedOutcomes = defineOperation({
  name: "list-proposed-outcomes",
  summary: "Outcomes that the repository suggests and nobody has confirmed.",
  effect: "read",
  role: "viewer",
  input,
  async run({ limit }, deps: ProposalReading, { scope }) {
    const found = await proposalsIn(scope, deps);
    return { items: found.slice(0, limit), total: found.length };
  },
});

/** What need not wait until it is due. */
export const listEarlyFailures = defineOperation({
  name: "list-early-failures",
  summary: "Decisions that seem to have failed before their outcome is due.",
  effect: "read",
  role: "viewer",
  input,
  async run({ limit }, deps: ProposalReading, { scope }) {
    const found = await earlyFailuresIn(scope, deps);
    return { items: found.slice(0, limit), total: found.length };
  },
});

/** What need not wait until it is due. */
async function earlyFailuresIn(scope: Scope, deps: ProposalReading): Promise<DecisionWithProposal[]> {
  const now = deps.clock.now();
  return (await proposalsIn(scope, deps)).filter(
    ({ decision: { dueAt }, proposed }) =>
      proposed.status === "failure" && (dueAt === undefined || dueAt > now),
  );
}
