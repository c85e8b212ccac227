import * as z from "zod";
import { eraseCandidate } from "../../candidates/index.ts";
import { findDecision } from "../../decisions/index.ts";
import { eraseGuidance } from "../../learning/index.ts";
import type { Erased } from "../../shared/erasure.ts";
import { Fault } from "../../shared/errors.ts";
import {
  CANDIDATE_ID,
  CHECKPOINT_ID,
  DecisionRef,
  GUIDANCE_ID,
  INSIGHT_ID,
  PERSON_ID,
} from "../../shared/ids.ts";
import { actOf, defineOperation } from "../../shared/operations/operation.ts";
import { eraseCheckpoint, eraseDecision, eraseInsight, erasePerson } from "../sql/erase-memory.ts";
import type { MovingDeps } from "./deps.ts";

interface ErasedRecord extends Erased {
  /** For a person: entries of the audit log that still have the name. */
  readonly entriesWithName?: number | undefined;
}

export const eraseMemory = defineOperation({
  name: "erase-memory",
  summary:
    "Remove the text of a decision, checkpoint or insight, of a question that was asked before deciding, of what waits for a person, or the name of a person, for good, and keep only the fact that it was erased.",
  effect: "destroy",
  role: "admin",
  input: z.strictObject({ ref: DecisionRef }),
  personOnly: {
    does: "erases for good what a person decided, and an agent erases nothing",
    agent: true,
    script: async ({ ref }, { memory }: MovingDeps, { scope }) =>
      (await findDecision(memory, scope, ref))?.author.kind === "human",
  },
  async run({ ref }, deps: MovingDeps, call): Promise<ErasedRecord> {
    const { memory } = deps;
    const act = actOf(deps, call);
    if (PERSON_ID.test(ref)) {
      await deps.erasureGuard(ref, "person.erased");
      return erasePerson(memory, ref, act);
    }
    if (INSIGHT_ID.test(ref)) {
      await deps.erasureGuard(ref, "insight.erased");
      return eraseInsight(memory, call.scope, ref, act);
    }
    // Nobody else has it, and the log does not name it.
    if (CANDIDATE_ID.test(ref)) return eraseCandidate(memory, call.scope, ref);
    if (CHECKPOINT_ID.test(ref)) return eraseCheckpoint(memory, call.scope, ref, act);
    // Guidance that still waits may hold the text of the decision.
    await deps.observations.flush();
    if (GUIDANCE_ID.test(ref)) return eraseGuidance(memory, call.scope, ref, act);
    const decision = await findDecision(memory, call.scope, ref);
    if (decision) await deps.erasureGuard(decision.id, "decision.erased");
    try {
      return await eraseDecision(memory, call.scope, ref, act);
    } catch (noDecision) {
      if (!isNotFound(noDecision)) throw noDecision;
      // An alias does not tell which kind of record it names.
      return eraseCheckpoint(memory, call.scope, ref, act).catch((error: unknown) => {
        throw isNotFound(error) ? noDecision : error;
      });
    }
  },
});

const isNotFound = (error: unknown): boolean => error instanceof Fault && error.code === "not_found";
