import * as z from "zod";
import { restoreDecision } from "../../app/decisions/restore-decision.ts";
import { perform } from "../../app/shared/operation.ts";
import { decisionFields } from "../../tools/membria/decision-fields.ts";
import { noticeText } from "../../tools/wording.ts";
import { defineCommand } from "../command.ts";

const { shape } = restoreDecision.input;

export const restore = defineCommand({
  name: "restore",
  summary: "Take back that a decision was retracted, or merged into another one.",
  positionals: ["id"],
  input: z.strictObject({
    id: shape.ref.describe("The decision's id"),
    reason: shape.reason.describe("Why it should be as before"),
    dryRun: shape.dryRun.describe("Only say what would change."),
  }),
  fields: { ref: "id" },
  takesDecisions: ["id"],
  longTexts: ["reason"],
  async run({ id, reason, dryRun }, { deps, call, wording }) {
    const done = await perform(restoreDecision, { ref: id, reason, dryRun }, await deps(), await call());
    const { decision, before, standing, undoes, keep } = done;
    const notices = done.notices.map((notice) => noticeText(notice, wording));
    const holds = standing === "active" ? `${dryRun ? "would hold" : "holds"} again` : "";
    const is = holds || `${dryRun ? "would be" : "is"} as before`;
    const text = [
      `${decision.id} ${is}: ${before} → ${standing}.`,
      ...(undoes === "merge" && keep
        ? [
            `It ${dryRun ? "would be" : "is"} no longer one with ${keep.id}: each has its own outcome and links.`,
          ]
        : []),
      ...(dryRun ? ["Nothing was changed."] : []),
      ...notices,
    ].join("\n");
    const json = {
      ...decisionFields(decision),
      undoes,
      standing_before: before,
      standing_after: standing,
      ...(keep && { merged_into: keep.id }),
      dry_run: dryRun,
      notices,
    };
    return { json, text };
  },
});
