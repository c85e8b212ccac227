import * as z from "zod";
import { requireAuthority } from "../../domain/decisions/isolation.ts";
import { DecisionRef, ID_PREFIX } from "../../domain/shared/ids.ts";
import { actOf, defineOperation } from "../shared/operation.ts";
import type { DecisionDeps } from "./deps.ts";

export const mergeDecisions = defineOperation({
  name: "merge-decisions",
  summary:
    "Make two records of the same decision one, which has the links, notes, signals and outcome of both.",
  effect: "update",
  role: "agent",
  input: z.strictObject({ keep: DecisionRef, duplicate: DecisionRef, dryRun: z.boolean().default(false) }),
  async run({ keep, duplicate, dryRun }, deps: DecisionDeps, call) {
    const plan = await deps.store.planMerge(call.scope, keep, duplicate);
    requireAuthority(call.actor.author, plan.duplicate, {
      remedy: "merge-decisions",
      keep: plan.keep.id,
      duplicate: plan.duplicate.id,
    });
    if (dryRun) return { ...plan, dryRun, isLost: false };
    const ids = { linkId: () => deps.ids.next(ID_PREFIX.link) };
    const done = await deps.store.mergeDecisions(call.scope, keep, duplicate, ids, actOf(deps, call));
    await deps.afterDecision.outcomesCorrected([done.keep], call);
    return { ...done, dryRun, isLost: false };
  },
  shares: {
    records: ({ keep, duplicate, dryRun }) => (dryRun ? [] : [keep.id, duplicate.id]),
    claims: ({ duplicate }) => [duplicate.id],
    withoutLost: (done) => ({ ...done, isLost: true }),
  },
});
