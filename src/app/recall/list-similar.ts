import * as z from "zod";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { requireDecision } from "../decisions/require-decision.ts";
import { defineOperation } from "../shared/operation.ts";
import type { RecallDeps } from "./deps.ts";
import { similarTo } from "./similar-decisions.ts";

export const listSimilar = defineOperation({
  name: "list-similar",
  summary: "Decisions that resemble one, by their words and their meaning.",
  effect: "read",
  role: "viewer",
  answersForTeam: true,
  input: z.strictObject({ ref: DecisionRef, limit: z.number().int().min(1).max(50).default(10) }),
  async run({ ref, limit }, deps: RecallDeps, { scope }) {
    const decision = await requireDecision(deps, scope, ref);
    return { decision, similar: await similarTo(decision, deps, limit) };
  },
});
