import * as z from "zod";
import { supersedeBy } from "../../app/decisions/supersede-by.ts";
import { supersedeDecision } from "../../app/decisions/supersede-decision.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import type { ActResult } from "./act-result.ts";
import { NewDecision, newDecision } from "./new-decision.ts";
import { definePageCall } from "./page-call.ts";

export interface SupersedeDecisionResult extends ActResult {
  /** The id of the decision that holds now. */
  readonly by: string;
}

export const supersedeDecisionCall = definePageCall({
  name: "supersede-decision",
  effect: "write",
  makesDecision: true,
  /** The id of the one that no longer holds. */
  input: NewDecision.extend({ id: DecisionRef }),
  fields: { supersedes: "id" },
  async run({ id, ...args }, { perform, say }): Promise<SupersedeDecisionResult> {
    const { decision, notices } = await perform(supersedeDecision, {
      ...newDecision(args),
      supersedes: [id],
    });
    say(notices);
    return { by: decision.id, said: `${decision.id} holds now, and replaces ${id}.`, undo: null };
  },
});

export const supersedeByCall = definePageCall({
  name: "supersede-by",
  effect: "write",
  input: z.strictObject({
    /** The one that no longer holds. */
    id: DecisionRef,
    /** One that was recorded already, and holds. */
    by: supersedeBy.input.shape.supersededBy,
    reasoning: supersedeBy.input.shape.reasoning,
  }),
  fields: { supersedes: "id", supersededBy: "by" },
  async run({ id, by, reasoning }, { perform, say }): Promise<SupersedeDecisionResult> {
    const { decision, notices } = await perform(supersedeBy, {
      supersedes: [id],
      supersededBy: by,
      reasoning,
    });
    say(notices);
    return { by: decision.id, said: `${decision.id} replaces ${id}.`, undo: null };
  },
});
