import * as z from "zod";
import { decisionNotFound } from "../domain/decision.ts";
import { DecisionRef } from "../domain/ids.ts";
import { defineOperation } from "./operation.ts";

const SIMILAR_LIMIT = 5;

export const getDecision = defineOperation({
  name: "get-decision",
  summary: "Read one decision whole, with what resembles it.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ ref: DecisionRef }),
  async run({ ref }, deps, call) {
    const decision = await deps.store.findDecision(call.scope, ref);
    if (!decision) throw decisionNotFound(ref, call.scope);
    const similar = await deps.store.matchText(
      decision.project,
      decision.statement,
      SIMILAR_LIMIT,
      decision.id,
    );
    return { decision, similar };
  },
});
