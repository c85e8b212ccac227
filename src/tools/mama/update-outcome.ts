import * as z from "zod";
import {
  lessonField,
  outcomeArguments,
  recordOutcomeParts,
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
  ...recordOutcomeParts,
  input: z.strictObject({ decisionId, ...outcomeArguments }).superRefine(requireMatchingReason),
  toOperation: ({ decisionId, ...outcome }) => reportedOutcome(decisionId, outcome),
  fields: (args) => ({ ref: "decisionId", ...lessonField(args) }),
});
