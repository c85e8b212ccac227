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
import { decisionId } from "../shared-arguments.ts";
import { mamaTool } from "./dialect.ts";

export const updateOutcomeTool = mamaTool({
  name: "update_outcome",
  canonicalName: "update_outcome",
  title: "Update an outcome",
  description: "Record how a decision worked out. FAILED needs a failure_reason.",
  successor: "memory_evolve_outcome",
  operation: recordOutcome,
  input: z.strictObject({ decisionId, ...outcomeArguments }).superRefine(requireMatchingReason),
  toOperation: ({ decisionId, ...outcome }) => reportedOutcome(decisionId, outcome),
  hints: {
    ...outcomeHints,
    decisionId: { suggestion: "Send the id that saving the decision returned (dec_…) as decisionId." },
  },
  result: z.object({
    success: z.literal(true),
    data: z.object({ decisionId: z.string(), ...recordedOutcome }),
  }),
  fields: (args) => ({ ref: "decisionId", ...lessonField(args) }),
  fromOperation: (done, args) => ({
    success: true as const,
    data: { decisionId: done.decision.id, ...recordedOutcomeData(done, args) },
    ...(done.notices.length > 0 && { notices: done.notices }),
  }),
  text: ({ data }) => outcomeText(data.decisionId, data.outcome),
});
