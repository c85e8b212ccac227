import * as z from "zod";
import { retractDecision } from "../../app/decisions/retract-decision.ts";
import { perform } from "../../app/shared/operation.ts";
import { decisionFields } from "../../tools/membria/decision-fields.ts";
import { defineCommand } from "../command.ts";

const { shape } = retractDecision.input;

export const retract = defineCommand({
  name: "retract",
  summary: "Say that a decision no longer holds.",
  positionals: ["id"],
  input: z.strictObject({
    id: shape.ref.describe("The decision's id"),
    reason: shape.reason.describe("Why it no longer holds"),
  }),
  async run({ id, reason }, { deps, call }) {
    const { before, after, notices } = await perform(
      retractDecision,
      { ref: id, reason },
      await deps(),
      await call(),
    );
    const text = `${after.id} no longer holds: ${before.standing} → ${after.standing}. It stays readable.`;
    return { json: { ...decisionFields(after), notices }, text: [text, ...notices].join("\n") };
  },
});
