import * as z from "zod";
import { editDecision } from "../../app/decisions/edit-decision.ts";
import type { Decision } from "../../domain/decisions/decision.ts";
import { snakeCaseName } from "../../domain/decisions/decision-fields.ts";
import type { EditableField } from "../../domain/decisions/revision.ts";
import type { ActResult } from "./act-result.ts";
import { definePageCall } from "./page-call.ts";

const { ref, changes, basedOn } = editDecision.input.shape;
const { riskLevel, ...sameNames } = changes.shape;

export interface EditDecisionResult extends ActResult {
  /** The number of the newest wording. */
  readonly revision: number;
}

export const editDecisionCall = definePageCall({
  name: "edit-decision",
  effect: "write",
  input: z.strictObject({
    id: ref,
    /** An empty value removes what is optional. */
    changes: z.strictObject({ ...sameNames, risk_level: riskLevel }),
    based_on: basedOn,
  }),
  fields: { ref: "id", basedOn: "based_on", riskLevel: "changes.risk_level" },
  async run({ id, changes: given, based_on }, { perform, say }): Promise<EditDecisionResult> {
    const { risk_level, ...others } = given;
    const edited = await perform(editDecision, {
      ref: id,
      changes: { ...others, riskLevel: risk_level },
      basedOn: based_on,
    });
    say(edited.notices);
    const { before, after, changed, revision } = edited;
    const names = changed.map(snakeCaseName).join(", ");
    return {
      revision,
      said: `${after.id} has new words: ${names}. The earlier ones are kept.`,
      undo: {
        call: "edit-decision",
        input: { id: after.id, changes: wordsOf(before, changed), based_on: revision },
        text: `${after.id} has its earlier words again.`,
      },
    };
  },
});

/** What brings these fields back. */
function wordsOf(decision: Decision, fields: readonly EditableField[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map((name) => [snakeCaseName(name), decision[name] ?? ""]));
}
