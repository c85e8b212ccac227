import * as z from "zod";
import { loadCheckpoint } from "../../sessions/index.ts";
import { loadCheckpointParts } from "../mama-family/checkpoint-tools.ts";
import { maxTokens } from "../shared-arguments.ts";
import { memoryTool } from "./dialect.ts";

export const memoryLoadCheckpointTool = memoryTool({
  name: "memory_load_checkpoint",
  canonicalName: "load/checkpoint",
  title: "Load the last checkpoint",
  description:
    "Resume the last session: where it stood, what changed since. Use when work starts or goes on; to look something up use search_decisions.",
  ...loadCheckpointParts,
  input: z.strictObject({
    mode: loadCheckpoint.input.shape.mode,
    max_tokens: maxTokens.optional(),
  }),
  toOperation: ({ mode }) => ({ mode }),
});
