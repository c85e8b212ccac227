import * as z from "zod";
import { recordOutcome } from "../../app/decisions/record-outcome.ts";
import { reopenDecision } from "../../app/decisions/reopen-decision.ts";
import { SCORE_BY_STATUS } from "../../domain/decisions/outcome.ts";
import type { ActResult } from "./act-result.ts";
import { definePageCall } from "./page-call.ts";

const { ref, status, lessons } = recordOutcome.input.shape;

export const recordOutcomeCall = definePageCall({
  name: "record-outcome",
  effect: "write",
  input: z.strictObject({ id: ref, status, lessons }),
  fields: { ref: "id" },
  async run({ id, status: how, lessons: learned }, { perform, say }): Promise<ActResult> {
    const { outcome, notices } = await perform(recordOutcome, {
      ref: id,
      status: how,
      score: SCORE_BY_STATUS[how],
      lessons: [...learned],
    });
    say(notices);
    return {
      said: `The outcome of ${id} is recorded: ${outcome.status}.`,
      undo: {
        call: "reopen-decision",
        input: { id },
        text: `The outcome of ${id} no longer counts.`,
      },
    };
  },
});

export const reopenDecisionCall = definePageCall({
  name: "reopen-decision",
  effect: "write",
  input: z.strictObject({ id: ref, reason: reopenDecision.input.shape.reason }),
  fields: { ref: "id" },
  async run({ id, reason }, { perform, say }): Promise<ActResult> {
    const { decision, notices } = await perform(reopenDecision, { ref: id, reason });
    say(notices);
    return { said: `The outcome of ${decision.id} no longer counts.`, undo: null };
  },
});
