import * as z from "zod";
import { loadCheckpoint } from "../../app/continuity/load-checkpoint.ts";
import { memoryTool } from "../mama/dialect.ts";
import { maxTokens } from "../membria/fields.ts";
import { loadingCheckpoint } from "./checkpoint-tools.ts";

export const memoryLoadCheckpointTool = memoryTool({
  name: "memory_load_checkpoint",
  canonicalName: "load/checkpoint",
  title: "Load the last checkpoint",
  description:
    "Resume the last session: where it stood, what changed since. Use when work starts or goes on; to look something up use search_decisions.",
  ...loadingCheckpoint,
  input: z.strictObject({
    mode: loadCheckpoint.input.shape.mode,
    max_tokens: maxTokens.optional(),
  }),
  toOperation: ({ mode }) => ({ mode }),
});
