import * as z from "zod";
import { recordOutcome, requireDecision, SCORE_BY_STATUS } from "../../decisions/index.ts";
import { Fault } from "../../shared/errors.ts";
import { DecisionRef } from "../../shared/ids.ts";
import { defineOperation, perform } from "../../shared/operations/operation.ts";
import { textList } from "../../shared/text.ts";
import { carriedState } from "../rules/carried-state.ts";
import { proposedOutcome } from "../rules/proposed-outcome.ts";
import { dismissReports, reportsOf } from "../sql/report-rows.ts";
import type { RepositoryDeps } from "./deps.ts";

/**
 * Records the outcome that the repository suggests. Whoever records another one, with whatever means, settles it, too: a
 * decision with an outcome has none proposed.
 */
export const confirmOutcome = defineOperation({
  name: "confirm-outcome",
  summary: "Record the outcome that the repository suggests for a decision.",
  effect: "append",
  role: "agent",
  input: z.strictObject({ ref: DecisionRef, lessons: textList().default([]) }),
  async run({ ref, lessons }, deps: RepositoryDeps, call) {
    const decision = await requireDecision(deps, call.scope, ref);
    const reports = (await reportsOf(deps.memory, call.scope, [decision.id])).get(decision.id) ?? [];
    const proposed = proposedOutcome(decision, reports, deps.clock.now());
    if (!proposed) throw nothingProposed(decision.id);
    const { status } = proposed;
    const ciPassed = carriedState(reports).lastCheck?.passed;
    const reported = ciPassed === undefined ? {} : { ciPassed };
    const input = { ref: decision.id, status, score: SCORE_BY_STATUS[status], reported, lessons };
    return { ...(await perform(recordOutcome, input, deps, call)), proposed };
  },
});

function nothingProposed(id: string): Fault {
  return new Fault("conflict", `The repository suggests no outcome for ${id}.`, {
    field: "ref",
    received: id,
    reason: "nothing_proposed",
    hint: "Nothing was changed. It may have an outcome by now, or what was suggested may have been dismissed.",
    remedies: [{ remedy: "record-outcome" }],
  });
}

export const dismissProposed = defineOperation({
  name: "dismiss-proposed",
  summary: "Say that no outcome of a decision follows from what the repository says so far.",
  effect: "update",
  role: "agent",
  input: z.strictObject({ ref: DecisionRef }),
  async run({ ref }, deps: RepositoryDeps, call) {
    const decision = await requireDecision(deps, call.scope, ref);
    const dismissed = await dismissReports(deps.memory, call.scope, decision.id, deps.clock.now());
    return { decision, dismissed };
  },
});
