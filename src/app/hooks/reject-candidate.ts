import * as z from "zod";
import { type Candidate, candidateNotFound } from "../../domain/hooks/candidate.ts";
import { defineOperation } from "../shared/operation.ts";
import { CandidateRef, requireReviewer } from "./require-reviewer.ts";
import type { ReviewDeps } from "./review-deps.ts";

export const rejectCandidate = defineOperation({
  name: "reject-candidate",
  summary: "Say that what was said in a session is nothing to keep.",
  effect: "update",
  role: "admin",
  input: z.strictObject({ ref: CandidateRef }),
  async run({ ref }, { store, clock }: ReviewDeps, call): Promise<Candidate> {
    requireReviewer(call);
    const candidate = await store.findCandidate(call.scope, ref);
    if (!candidate || !(await store.settleCandidate(candidate.project, ref, clock.now())))
      throw candidateNotFound(ref, call.scope);
    return candidate;
  },
});
