import * as z from "zod";
import { Fault } from "../../domain/shared/errors.ts";
import { CHECKPOINT_ID, DecisionRef, INSIGHT_ID } from "../../domain/shared/ids.ts";
import { actOf, defineOperation } from "../shared/operation.ts";
import type { MovingDeps } from "./deps.ts";

export const eraseMemory = defineOperation({
  name: "erase-memory",
  summary:
    "Remove the text of a decision, checkpoint or insight for good, and keep only the fact that it was erased.",
  effect: "destroy",
  role: "admin",
  input: z.strictObject({ ref: DecisionRef }),
  async run({ ref }, deps: MovingDeps, call) {
    const { store } = deps;
    const act = actOf(deps, call);
    if (INSIGHT_ID.test(ref)) return store.eraseInsight(call.scope, ref, act);
    if (CHECKPOINT_ID.test(ref)) return store.eraseCheckpoint(call.scope, ref, act);
    // Guidance that still waits may hold the text of the decision.
    await deps.observations.flush();
    try {
      return await store.eraseDecision(call.scope, ref, act);
    } catch (noDecision) {
      if (!isNotFound(noDecision)) throw noDecision;
      // An alias does not tell which kind of record it names.
      return store.eraseCheckpoint(call.scope, ref, act).catch((error: unknown) => {
        throw isNotFound(error) ? noDecision : error;
      });
    }
  },
});

const isNotFound = (error: unknown): boolean => error instanceof Fault && error.code === "not_found";
