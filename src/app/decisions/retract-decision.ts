import * as z from "zod";
import { requireAuthority } from "../../domain/decisions/isolation.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { describeChanges, startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { actOf, defineOperation } from "../shared/operation.ts";
import type { DecisionDeps } from "./deps.ts";
import { requireDecision } from "./require-decision.ts";

export const retractDecision = defineOperation({
  name: "retract-decision",
  summary: "Say that a decision no longer holds, without replacing it.",
  effect: "update",
  role: "agent",
  input: z.strictObject({ ref: DecisionRef, reason: boundedText(1, LIMITS.text).optional() }),
  async run({ ref, reason }, deps: DecisionDeps, call) {
    const decision = await requireDecision(deps, call.scope, ref);
    requireAuthority(call.actor.author, decision);
    const screen = startScreening(deps.secrets);
    const note = screen.optional("reason", reason);
    const change = { standing: "deprecated" as const, note };
    const done = await deps.store.updateDecision(call.scope, ref, change, actOf(deps, call));
    deps.afterDecision.embedSoon();
    return { ...done, notices: describeChanges(screen.changes) };
  },
  shares: { records: ({ after }) => [after.id] },
});
