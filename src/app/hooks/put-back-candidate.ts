import * as z from "zod";
import type { Candidate } from "../../domain/hooks/candidate.ts";
import { DECISION_ID } from "../../domain/shared/ids.ts";
import { retractDecision } from "../decisions/retract-decision.ts";
import { defineOperation, perform } from "../shared/operation.ts";
import { requireReviewer } from "./require-reviewer.ts";
import type { ReviewDeps } from "./review-deps.ts";

export const putBackCandidate = defineOperation({
  name: "put-back-candidate",
  summary: "Take back what was said about a candidate, so that it waits again.",
  effect: "update",
  role: "admin",
  input: z.strictObject({
    candidate: z.custom<Candidate>(),
    /** The decision that it became, which no longer holds then. */
    became: z.string().regex(DECISION_ID).optional(),
  }),
  async run({ candidate, became }, deps: ReviewDeps, call): Promise<void> {
    requireReviewer(call);
    if (became !== undefined)
      await perform(retractDecision, { ref: became }, deps, { ...call, scope: candidate.project });
    await (candidate.kind === "decision"
      ? deps.store.addCandidates([candidate])
      : deps.store.saveCheckpointDraft(candidate));
  },
});
