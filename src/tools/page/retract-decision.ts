import * as z from "zod";
import { restoreDecision } from "../../app/decisions/restore-decision.ts";
import { retractDecision } from "../../app/decisions/retract-decision.ts";
import type { ActResult } from "./act-result.ts";
import { definePageCall } from "./page-call.ts";

const { ref, reason } = retractDecision.input.shape;
const input = z.strictObject({ id: ref, reason });

export const retractDecisionCall = definePageCall({
  name: "retract-decision",
  effect: "write",
  input,
  fields: { ref: "id" },
  async run({ id, reason: why }, { perform, say }): Promise<ActResult> {
    const { after, notices } = await perform(retractDecision, { ref: id, reason: why });
    say(notices);
    return {
      said: `${after.id} no longer holds.`,
      undo: { call: "restore-decision", input: { id: after.id }, text: `${after.id} holds again.` },
    };
  },
});

export const restoreDecisionCall = definePageCall({
  name: "restore-decision",
  effect: "write",
  input,
  fields: { ref: "id" },
  async run({ id, reason: why }, { perform, say }): Promise<ActResult> {
    const { decision, undoes, notices } = await perform(restoreDecision, { ref: id, reason: why });
    say(notices);
    return {
      said: `${decision.id} is as it was before.`,
      undo:
        undoes === "retraction"
          ? {
              call: "retract-decision",
              input: { id: decision.id },
              text: `${decision.id} no longer holds, as before.`,
            }
          : null,
    };
  },
});
