import * as z from "zod";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { requireDecision } from "../decisions/require-decision.ts";
import { defineOperation } from "../shared/operation.ts";
import type { RepositoryDeps } from "./deps.ts";

export const dismissProposed = defineOperation({
  name: "dismiss-proposed",
  summary: "Say that no outcome of a decision follows from what the repository says so far.",
  effect: "update",
  role: "agent",
  input: z.strictObject({ ref: DecisionRef }),
  async run({ ref }, deps: RepositoryDeps, call) {
    const decision = await requireDecision(deps, call.scope, ref);
    const dismissed = await deps.store.dismissReports(call.scope, decision.id, deps.clock.now());
    return { decision, dismissed };
  },
});
