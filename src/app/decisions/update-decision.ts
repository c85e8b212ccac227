import * as z from "zod";
import { Confidence, PROGRESS } from "../../domain/decisions/decision.ts";
import { LinkedCommit, LinkedPr } from "../../domain/decisions/linked-change.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { describeChanges, startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { actOf, defineOperation } from "../shared/operation.ts";
import type { DecisionDeps } from "./deps.ts";

export const updateDecision = defineOperation({
  name: "update-decision",
  summary: "Note how far a decision is, a new confidence, or the change that carries it out.",
  effect: "update",
  role: "agent",
  input: z.strictObject({
    ref: DecisionRef,
    progress: z.enum(PROGRESS).optional(),
    confidence: Confidence.optional(),
    note: boundedText(1, LIMITS.text).optional(),
    linkedPr: LinkedPr.optional(),
    linkedCommit: LinkedCommit.optional(),
  }),
  async run({ ref, ...input }, deps: DecisionDeps, call) {
    const screen = startScreening(deps.secrets);
    const change = {
      progress: input.progress,
      confidence: input.confidence,
      note: screen.optional("note", input.note),
      linkedPr: screen.optional("linkedPr", input.linkedPr),
      linkedCommit: screen.optional("linkedCommit", input.linkedCommit),
    };
    if (Object.values(change).every((value) => value === undefined)) {
      throw new Fault("invalid", "Nothing to update: only the decision was named.", {
        reason: "nothing_to_update",
        remedies: [{ remedy: "send-one-of", fields: Object.keys(change) }],
      });
    }
    const updated = await deps.store.updateDecision(call.scope, ref, change, actOf(deps, call));
    deps.afterDecision.embedSoon();
    return { ...updated, notices: describeChanges(screen.changes) };
  },
});
