import * as z from "zod";
import {
  lessonField,
  outcomeArguments,
  recordOutcomeParts,
  reportedOutcome,
  requireMatchingReason,
} from "../mama-family/decision-tools.ts";
import { decisionId } from "../shared-arguments.ts";
import { memoryTool } from "./dialect.ts";

export const evolveOutcomeTool = memoryTool({
  name: "memory_evolve_outcome",
  canonicalName: "evolve/outcome",
  title: "Record an outcome",
  description:
    "Mark a decision as SUCCESS, FAILED or PARTIAL. Use when it is known how it worked out; to decide otherwise use memory_evolve_supersede.",
  ...recordOutcomeParts,
  input: z.strictObject({ decision_id: decisionId, ...outcomeArguments }).superRefine(requireMatchingReason),
  toOperation: ({ decision_id, ...outcome }) => reportedOutcome(decision_id, outcome),
  fields: (args) => ({ ref: "decision_id", ...lessonField(args) }),
});
