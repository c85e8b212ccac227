/** Corrects what was recorded: retracts, restores, merges and reopens decisions. */

import * as z from "zod";
import type { DecisionDeps } from "../../decisions/index.ts";
import {
  planMerge,
  planReopen,
  planRestore,
  type RestorePlan,
  requireAuthority,
  requireDecision,
  requirePersonToUndo,
  writeDecisionChange,
} from "../../decisions/index.ts";
import { hasRole } from "../../shared/actor.ts";
import { Fault, type Notice } from "../../shared/errors.ts";
import { DecisionRef, ID_PREFIX } from "../../shared/ids.ts";
import { actOf, type Call, defineOperation } from "../../shared/operations/operation.ts";
import { describeChanges, startScreening } from "../../shared/screening.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { storeMerge, storeReopening, storeRestoring } from "../sql/corrections.ts";

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
    const done = await writeDecisionChange(deps.memory, call.scope, ref, change, actOf(deps, call));
    deps.afterDecision.embedSoon();
    return { ...done, notices: describeChanges(screen.changes) };
  },
  shares: { records: ({ after }) => [after.id] },
});

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
    const plan = await planRestore(deps.memory, call.scope, ref);
    const { decision, undoes, doneBy } = plan;
    const remedy = { remedy: "restore-decision", id: decision.id } as const;
    requireAuthority(call.actor.author, decision, remedy);
    const what = undoes === "merge" ? "merged" : "retracted";
    requirePersonToUndo(call.actor.author, decision, { what, by: doneBy }, remedy);
    const screen = startScreening(deps.secrets);
    const note = screen.optional("reason", reason);
    if (dryRun) return { ...plan, before: decision.standing, dryRun, notices: noticesOf(plan) };
    const done = await storeRestoring(deps.memory, call.scope, ref, note, actOf(deps, call));
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

export const mergeDecisions = defineOperation({
  name: "merge-decisions",
  summary:
    "Make two records of the same decision one, which has the texts, links, notes, signals and outcome of both.",
  effect: "update",
  role: "agent",
  input: z.strictObject({ keep: DecisionRef, duplicate: DecisionRef, dryRun: z.boolean().default(false) }),
  async run({ keep, duplicate, dryRun }, deps: DecisionDeps, call) {
    const plan = await planMerge(deps.memory, call.scope, keep, duplicate);
    requireAuthority(call.actor.author, plan.duplicate, {
      remedy: "merge-decisions",
      keep: plan.keep.id,
      duplicate: plan.duplicate.id,
    });
    if (dryRun) return { ...plan, dryRun, isLost: false };
    const ids = { linkId: () => deps.ids.next(ID_PREFIX.link) };
    const done = await storeMerge(deps.memory, call.scope, keep, duplicate, ids, actOf(deps, call));
    await deps.afterDecision.outcomesCorrected([done.keep], call);
    return { ...done, dryRun, isLost: false };
  },
  shares: {
    records: ({ keep, duplicate, dryRun }) => (dryRun ? [] : [keep.id, duplicate.id]),
    claims: ({ duplicate }) => [duplicate.id],
    withoutLost: (done) => ({ ...done, isLost: true }),
  },
});

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
  personOnly: {
    does: "withdraws an outcome that a person recorded",
    agent: async ({ ref }, { memory }: DecisionDeps, { scope }) =>
      (await planReopen(memory, scope, ref)).outcomes.some(({ author }) => author.kind === "human"),
    script: false,
  },
  async run({ ref, reason, dryRun }, deps: DecisionDeps, call) {
    const plan = await planReopen(deps.memory, call.scope, ref);
    requirePersonOrAdmin(call, plan.decision.id);
    if (dryRun) return { ...plan, dryRun, notices: [] };
    const screen = startScreening(deps.secrets);
    const note = screen.optional("reason", reason);
    const done = await storeReopening(deps.memory, call.scope, ref, note, actOf(deps, call));
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
