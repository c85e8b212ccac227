import * as z from "zod";
import { hasRole } from "../../domain/shared/actor.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { describeChanges, startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { actOf, type Call, defineOperation } from "../shared/operation.ts";
import type { DecisionDeps } from "./deps.ts";

export const reopenDecision = defineOperation({
  name: "reopen-decision",
  summary: "Withdraw the outcome of a decision, so that it is open again and nothing is counted of it.",
  effect: "update",
  role: "agent",
  input: z.strictObject({
    ref: DecisionRef,
    reason: boundedText(1, LIMITS.text).optional(),
    dryRun: z.boolean().default(false),
  }),
  async run({ ref, reason, dryRun }, deps: DecisionDeps, call) {
    const plan = await deps.store.planReopen(call.scope, ref);
    requirePersonOrAdmin(call, plan.decision.id);
    if (dryRun) return { ...plan, dryRun, notices: [] };
    const screen = startScreening(deps.secrets);
    const note = screen.optional("reason", reason);
    const done = await deps.store.reopenDecision(call.scope, ref, note, actOf(deps, call));
    await deps.afterDecision.outcomesCorrected([done.decision], call);
    return { ...done, dryRun, notices: describeChanges(screen.changes) };
  },
  shares: { records: ({ decision, dryRun }) => (dryRun ? [] : [decision.id]) },
});

/** An agent that could withdraw its failures would be calibrated on its successes alone. */
function requirePersonOrAdmin({ actor }: Call, id: string): void {
  if (actor.author.kind === "human" || hasRole(actor, "admin")) return;
  throw new Fault("forbidden", `Only a person or an admin withdraws an outcome, here that of ${id}.`, {
    reason: "permission_denied",
    received: id,
    hint: "Nothing was changed. A later outcome replaces an earlier one.",
    remedies: [{ remedy: "reopen-decision", id }, { remedy: "record-outcome" }],
  });
}
