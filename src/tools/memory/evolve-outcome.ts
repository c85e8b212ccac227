import * as z from "zod";
import { memoryTool } from "../mama/dialect.ts";
import { decisionId } from "../membria/fields.ts";
import {
  lessonField,
  outcomeArguments,
  outcomeHints,
  recordingOutcome,
  requireMatchingReason,
} from "./decision-tools.ts";

const { reported, ...recording } = recordingOutcome;

export const evolveOutcomeTool = memoryTool({
  name: "memory_evolve_outcome",
  canonicalName: "evolve/outcome",
  title: "Record an outcome",
  description:
    "Mark a decision as SUCCESS, FAILED or PARTIAL. Use when it is known how it worked out; to decide otherwise use memory_evolve_supersede.",
  ...recording,
  input: z.strictObject({ decision_id: decisionId, ...outcomeArguments }).superRefine(requireMatchingReason),
  hints: outcomeHints,
  toOperation: ({ decision_id, ...outcome }) => reported(decision_id, outcome),
  fields: (args) => ({ ref: "decision_id", ...lessonField(args) }),
});
