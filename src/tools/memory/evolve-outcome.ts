import * as z from "zod";
import { recordOutcome } from "../../app/decisions/record-outcome.ts";
import {
  lessonField,
  outcomeArguments,
  outcomeHints,
  outcomeText,
  recordedOutcome,
  recordedOutcomeData,
  reportedOutcome,
  requireMatchingReason,
} from "../mama-family/decision-tools.ts";
import { decisionId, decisionIdHint } from "../shared-arguments.ts";
import { memoryTool } from "./dialect.ts";

export const evolveOutcomeTool = memoryTool({
  name: "memory_evolve_outcome",
  canonicalName: "evolve/outcome",
  title: "Record an outcome",
  description:
    "Mark a decision as SUCCESS, FAILED or PARTIAL. Use when it is known how it worked out; to decide otherwise use memory_evolve_supersede.",
  operation: recordOutcome,
  input: z.strictObject({ decision_id: decisionId, ...outcomeArguments }).superRefine(requireMatchingReason),
  toOperation: ({ decision_id, ...outcome }) => reportedOutcome(decision_id, outcome),
  hints: { ...outcomeHints, decision_id: decisionIdHint },
  result: z.object({
    success: z.literal(true),
    data: z.object({ decision_id: z.string(), ...recordedOutcome }),
  }),
  fields: (args) => ({ ref: "decision_id", ...lessonField(args) }),
  fromOperation: (done, args) => ({
    success: true as const,
    data: { decision_id: done.decision.id, ...recordedOutcomeData(done, args) },
    ...(done.notices.length > 0 && { notices: done.notices }),
  }),
  text: ({ data }) => outcomeText(data.decision_id, data.outcome),
});
