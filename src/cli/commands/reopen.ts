import * as z from "zod";
import { reopenDecision } from "../../app/decisions/reopen-decision.ts";
import { perform } from "../../app/shared/operation.ts";
import { decisionFields } from "../../tools/membria/decision-fields.ts";
import { noticeText } from "../../tools/wording.ts";
import { defineCommand } from "../command.ts";

const { shape } = reopenDecision.input;

export const reopen = defineCommand({
  name: "reopen",
  summary: "Withdraw the outcome of a decision: it is open again, and nothing is counted of it.",
  positionals: ["id"],
  input: z.strictObject({
    id: shape.ref.describe("The decision's id"),
    reason: shape.reason.describe("Why the outcome does not stand"),
    dryRun: shape.dryRun.describe("Only say what would be withdrawn."),
  }),
  fields: { ref: "id" },
  takesDecisions: ["id"],
  longTexts: ["reason"],
  async run({ id, reason, dryRun }, { deps, call, wording }) {
    const done = await perform(reopenDecision, { ref: id, reason, dryRun }, await deps(), await call());
    const { decision, outcomes } = done;
    const notices = done.notices.map((notice) => noticeText(notice, wording));
    const withdrawn = outcomes.map(
      ({ status, score, at, domain }) =>
        `  ${at.toISOString().slice(0, 10)}  ${status} (${score}) in ${domain}`,
    );
    const text = [
      dryRun
        ? `${decision.id} would be open again, and nothing counted of:`
        : `${decision.id} is open again (${decision.progress}). Withdrawn, and kept in its history:`,
      ...withdrawn,
      dryRun
        ? "Nothing was changed."
        : `When it is known how it worked out: membria outcome ${decision.id} STATUS`,
      ...notices,
    ].join("\n");
    const json = {
      ...decisionFields(decision),
      withdrawn: outcomes.map((outcome) => ({
        outcome_id: outcome.id,
        decision_id: outcome.decisionId,
        final_status: outcome.status,
        final_score: outcome.score,
        domain: outcome.domain,
        completed_at: outcome.at.toISOString(),
      })),
      dry_run: dryRun,
      notices,
    };
    return { json, text };
  },
});
