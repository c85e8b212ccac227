import * as z from "zod";
import { updateDecision } from "../../app/decisions/update-decision.ts";
import { PROGRESS } from "../../domain/decisions/decision.ts";
import { LinkedCommit, LinkedPr } from "../../domain/decisions/linked-change.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { confidence, confidenceHint, decisionId, decisionIdHint, timestamp } from "../shared-arguments.ts";
import { membriaTool } from "./dialect.ts";

export const updateDecisionTool = membriaTool({
  name: "membria_update_decision",
  canonicalName: "membria.update_decision",
  title: "Update a decision",
  description:
    "Note how far a decision's implementation is, a changed confidence, or the pull request or commit that carries it out. What was decided stays as it was.",
  operation: updateDecision,
  input: z.strictObject({
    decision_id: decisionId,
    status: z.enum(PROGRESS).optional(),
    confidence_update: confidence.optional(),
    notes: boundedText(1, LIMITS.text).optional(),
    linked_pr: LinkedPr.optional().describe("Pull request URL"),
    linked_commit: LinkedCommit.optional().describe("Commit SHA"),
  }),
  hints: {
    decision_id: decisionIdHint,
    status: { suggestion: `Use one of ${PROGRESS.join(", ")}.` },
    confidence_update: {
      ...confidenceHint,
      suggestion: "Use a number from 0 to 1, such as confidence_update: 0.75.",
    },
    linked_pr: { suggestion: "Use its URL, such as https://github.com/acme/shop/pull/7." },
    linked_commit: { suggestion: "Use what git rev-parse HEAD prints, such as 4f2a9c1." },
  },
  result: z.object({
    decision_id: z.string(),
    previous_status: z.enum(PROGRESS),
    new_status: z.enum(PROGRESS),
    updated_at: timestamp,
    changed: z.array(z.string()).describe("The arguments that took effect"),
  }),
  toOperation: (args) => ({
    ref: args.decision_id,
    progress: args.status,
    confidence: args.confidence_update,
    note: args.notes,
    linkedPr: args.linked_pr,
    linkedCommit: args.linked_commit,
  }),
  fields: { ref: "decision_id", progress: "status", confidence: "confidence_update", note: "notes" },
  fromOperation: ({ before, after, notices }, { decision_id: _, ...changes }) => ({
    decision_id: after.id,
    previous_status: before.progress,
    new_status: after.progress,
    updated_at: after.updatedAt.toISOString(),
    changed: Object.keys(changes),
    ...(notices.length > 0 && { notices }),
  }),
  text: (result) =>
    `Decision ${result.decision_id} updated (${result.changed.join(", ")}): ${result.previous_status} → ${result.new_status}.`,
});
