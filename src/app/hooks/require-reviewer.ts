import * as z from "zod";
import { Fault } from "../../domain/shared/errors.ts";
import { CANDIDATE_ID } from "../../domain/shared/ids.ts";
import type { Call } from "../shared/operation.ts";

export const CandidateRef = z.string().regex(CANDIDATE_ID);

/**
 * What was said counts when a person says so. An agent that could accept candidates would turn its own sentences into
 * decisions, whatever its role. @throws Fault `forbidden`.
 */
export function requireReviewer({ actor }: Call): void {
  if (actor.author.kind === "human") return;
  throw new Fault("forbidden", "Only a person says whether what was said in a session was decided.", {
    reason: "person_required",
    hint: "Nothing was changed. Ask the person, who can go through what waits at a terminal.",
  });
}
