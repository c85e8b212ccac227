import * as z from "zod";
import { loadCheckpointParts } from "../mama-family/checkpoint-tools.ts";
import { maxTokens } from "../shared-arguments.ts";
import { mamaTool } from "./dialect.ts";

export const loadCheckpointTool = mamaTool({
  name: "load_checkpoint",
  canonicalName: "load_checkpoint",
  title: "Load the last checkpoint",
  description: "Load the latest state of a session, to resume its work without any other context.",
  successor: "memory_load_checkpoint",
  ...loadCheckpointParts,
  input: z.strictObject({ max_tokens: maxTokens.optional() }),
  toOperation: () => ({}),
});
