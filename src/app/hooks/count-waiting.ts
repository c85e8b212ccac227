import * as z from "zod";
import { listEarlyFailures } from "../repository/list-proposed-outcomes.ts";
import { defineOperation, perform } from "../shared/operation.ts";
import { MOST_LISTED } from "./list-candidates.ts";
import type { ReviewDeps } from "./review-deps.ts";

/** What waits for a person, by kind. */
export interface Waiting {
  /** Decisions that were perhaps made in a session. */
  readonly decisions: number;
  readonly checkpoints: number;
  /** Decisions whose outcome is due, or that seem to have failed before. */
  readonly outcomes: number;
  readonly links: number;
  readonly proposals: number;
}

export const countWaiting = defineOperation({
  name: "count-waiting",
  summary: "How much waits for a person.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({}),
  async run(_, deps: Pick<ReviewDeps, "store" | "clock">, call): Promise<Waiting> {
    const { store, clock } = deps;
    const { scope } = call;
    const early = await perform(listEarlyFailures, {}, deps, call);
    const { items } = await store.openCandidates(scope, MOST_LISTED);
    const decisions = items.filter(({ kind }) => kind === "decision").length;
    return {
      decisions,
      checkpoints: items.length - decisions,
      outcomes: (await store.dueDecisions(scope, clock.now(), 1)).total + early.total,
      links: (await store.pendingLinks(scope, {}, 1)).total,
      proposals: (await store.listProposals(scope, "draft", MOST_LISTED)).length,
    };
  },
});
