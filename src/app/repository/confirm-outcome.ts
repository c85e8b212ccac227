import * as z from "zod";
import { SCORE_BY_STATUS } from "../../domain/decisions/outcome.ts";
import { carriedState } from "../../domain/repository/carried-state.ts";
import { proposedOutcome } from "../../domain/repository/proposed-outcome.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { textList } from "../../domain/shared/text.ts";
import { recordOutcome } from "../decisions/record-outcome.ts";
import { requireDecision } from "../decisions/require-decision.ts";
import { defineOperation, perform } from "../shared/operation.ts";
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
    const reports = (await deps.store.reportsOf(call.scope, [decision.id])).get(decision.id) ?? [];
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
