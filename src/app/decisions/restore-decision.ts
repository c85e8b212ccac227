import * as z from "zod";
import { requirePersonToUndo } from "../../domain/decisions/correcting.ts";
import type { RestorePlan } from "../../domain/decisions/correction-store.ts";
import { requireAuthority } from "../../domain/decisions/isolation.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { describeChanges, startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { actOf, defineOperation } from "../shared/operation.ts";
import type { DecisionDeps } from "./deps.ts";

export const restoreDecision = defineOperation({
  name: "restore-decision",
  summary: "Take back that a decision was retracted, or merged into another one.",
  effect: "update",
  role: "agent",
  input: z.strictObject({
    ref: DecisionRef,
    reason: boundedText(1, LIMITS.text).optional(),
    dryRun: z.boolean().default(false),
  }),
  async run({ ref, reason, dryRun }, deps: DecisionDeps, call) {
    const plan = await deps.store.planRestore(call.scope, ref);
    const { decision, undoes, doneBy } = plan;
    const remedy = { remedy: "restore-decision", id: decision.id } as const;
    requireAuthority(call.actor.author, decision, remedy);
    const what = undoes === "merge" ? "merged" : "retracted";
    requirePersonToUndo(call.actor.author, decision, { what, by: doneBy }, remedy);
    const screen = startScreening(deps.secrets);
    const note = screen.optional("reason", reason);
    if (dryRun) return { ...plan, before: decision.standing, dryRun, notices: noticesOf(plan) };
    const done = await deps.store.restoreDecision(call.scope, ref, note, actOf(deps, call));
    await deps.afterDecision.outcomesCorrected([done.decision, ...(done.keep ? [done.keep] : [])], call);
    const notices = [...noticesOf(done), ...describeChanges(screen.changes)];
    return { ...done, before: decision.standing, dryRun, notices };
  },
  shares: { records: ({ decision, dryRun }) => (dryRun ? [] : [decision.id]) },
});

function noticesOf({ decision, standing, sameTopic }: RestorePlan): Notice[] {
  const ids = sameTopic.map(({ id }) => id).join(", ");
  const [first] = sameTopic;
  return [
    ...(first
      ? [
          {
            text: `Another decision on ${JSON.stringify(decision.topic)} holds as well: ${ids}.`,
            remedies: [{ remedy: "supersede-by", supersedes: [first.id], by: decision.id } as const],
          },
        ]
      : []),
    ...(standing === "draft"
      ? [
          {
            text: "It was a draft before, and holds only if its proposal is accepted.",
            remedies: [{ remedy: "list-proposals" } as const],
          },
        ]
      : []),
  ];
}
