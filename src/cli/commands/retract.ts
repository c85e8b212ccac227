import * as z from "zod";
import { retractDecision } from "../../app/decisions/retract-decision.ts";
import { perform } from "../../app/shared/operation.ts";
import { decisionFields } from "../../tools/membria/decision-fields.ts";
import { noticeText } from "../../tools/wording.ts";
import { defineCommand } from "../command.ts";

const { shape } = retractDecision.input;

export const retract = defineCommand({
  name: "retract",
  summary: "Mark a decision as no longer valid.",
  positionals: ["id"],
  input: z.strictObject({
    id: shape.ref.describe("The decision's id"),
    reason: shape.reason.describe("Why it no longer holds"),
  }),
  fields: { ref: "id" },
  takesDecisions: ["id"],
  longTexts: ["reason"],
  async run({ id, reason }, { deps, call, wording }) {
    const {
      before,
      after,
      notices: rawNotices,
    } = await perform(retractDecision, { ref: id, reason }, await deps(), await call());
    const notices = rawNotices.map((notice) => noticeText(notice, wording));
    const text = `${after.id} no longer holds: ${before.standing} → ${after.standing}. It stays readable.`;
    return { json: { ...decisionFields(after), notices }, text: [text, ...notices].join("\n") };
  },
});
