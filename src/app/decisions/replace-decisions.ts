import * as z from "zod";
import { defineOperation, perform } from "../shared/operation.ts";
import type { DecisionDeps } from "./deps.ts";
import { supersedeBy } from "./supersede-by.ts";
import { supersedeDecision } from "./supersede-decision.ts";

/** Both ways to replace decisions, for a tool that offers both. */
export const replaceDecisions = defineOperation({
  name: "replace-decisions",
  summary: "Replace decisions that hold by a new one or by another one that holds.",
  effect: "update",
  role: "agent",
  makesDecision: true,
  input: z.union([supersedeBy.input, supersedeDecision.input]),
  async run(input, deps: DecisionDeps, call) {
    if ("supersededBy" in input) {
      return { ...(await perform(supersedeBy, input, deps, call)), isNew: false };
    }
    return { ...(await perform(supersedeDecision, input, deps, call)), isNew: true };
  },
});
