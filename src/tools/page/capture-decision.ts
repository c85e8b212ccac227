import { captureDecision } from "../../app/decisions/capture-decision.ts";
import type { ActResult } from "./act-result.ts";
import { NewDecision, newDecision } from "./new-decision.ts";
import { definePageCall } from "./page-call.ts";

export interface CaptureDecisionResult extends ActResult {
  readonly id: string;
  /** Whether the same was recorded a few minutes ago, so that nothing was stored. */
  readonly repeated: boolean;
}

/** A decision of the person. */
export const captureDecisionCall = definePageCall({
  name: "capture-decision",
  effect: "write",
  makesDecision: true,
  input: NewDecision,
  async run(args, { perform, say }): Promise<CaptureDecisionResult> {
    const { decision, repeated, notices } = await perform(captureDecision, newDecision(args));
    say(notices);
    const { id, project } = decision;
    return {
      id,
      repeated,
      said: repeated
        ? `The same decision was recorded a few minutes ago: ${id}.`
        : `It is recorded as ${id} in ${project}.`,
      // What was there before must not go with it.
      undo: repeated ? null : { call: "retract-decision", input: { id }, text: `${id} no longer holds.` },
    };
  },
});
