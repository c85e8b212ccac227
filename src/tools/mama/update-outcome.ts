import * as z from "zod";
import { decisionId } from "../membria/fields.ts";
import {
  lessonField,
  outcomeArguments,
  outcomeHints,
  recordingOutcome,
  requireMatchingReason,
} from "../memory/decision-tools.ts";
import { mamaTool } from "./dialect.ts";

const { reported, ...recording } = recordingOutcome;

export const updateOutcomeTool = mamaTool({
  name: "update_outcome",
  canonicalName: "update_outcome",
  title: "Update an outcome",
  description: "Record how a decision worked out. FAILED needs a failure_reason.",
  successor: "memory_evolve_outcome",
  ...recording,
  input: z.strictObject({ decisionId, ...outcomeArguments }).superRefine(requireMatchingReason),
  hints: outcomeHints,
  toOperation: ({ decisionId, ...outcome }) => reported(decisionId, outcome),
  fields: (args) => ({ ref: "decisionId", ...lessonField(args) }),
});
