import * as z from "zod";
import { judgeAssumption } from "../../app/decisions/judge-assumption.ts";
import { updateDecision } from "../../app/decisions/update-decision.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import type { ActResult } from "./act-result.ts";
import { definePageCall } from "./page-call.ts";

export const noteDecisionCall = definePageCall({
  name: "note-decision",
  effect: "write",
  input: z.strictObject({ id: updateDecision.input.shape.ref, note: boundedText(1, LIMITS.text) }),
  fields: { ref: "id" },
  async run({ id, note }, { perform, say }): Promise<ActResult> {
    const { notices } = await perform(updateDecision, { ref: id, note });
    say(notices);
    return { said: `The note is with ${id}.`, undo: null };
  },
});

const { ref, assumption, state, because } = judgeAssumption.input.shape;

export const judgeAssumptionCall = definePageCall({
  name: "judge-assumption",
  effect: "write",
  input: z.strictObject({ id: ref, assumption, state, because }),
  fields: { ref: "id" },
  async run({ id, ...judgement }, { perform, say }): Promise<ActResult> {
    const { notices } = await perform(judgeAssumption, { ref: id, ...judgement });
    say(notices);
    return { said: `The assumption of ${id} is ${judgement.state}.`, undo: null };
  },
});
