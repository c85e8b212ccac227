import * as z from "zod";
import { decisionNotFound } from "../../domain/decisions/decision.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { defineOperation } from "../shared/operation.ts";
import type { RecallDeps } from "./deps.ts";
import { similarTo } from "./similar-decisions.ts";

export const listSimilar = defineOperation({
  name: "list-similar",
  summary: "Decisions that resemble one, by their words and their meaning.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ ref: DecisionRef, limit: z.number().int().min(1).max(50).default(10) }),
  async run({ ref, limit }, deps: RecallDeps, { scope }) {
    const decision = await deps.store.findDecision(scope, ref);
    if (!decision) throw decisionNotFound(ref, scope);
    return { decision, similar: await similarTo(decision, deps, limit) };
  },
});
