import { saveCheckpointParts } from "../mama-family/checkpoint-tools.ts";
import { memoryTool } from "./dialect.ts";

export const memorySaveCheckpointTool = memoryTool({
  name: "memory_save_checkpoint",
  canonicalName: "save/checkpoint",
  title: "Save a checkpoint",
  description:
    "Save where the work stands. Use before a session ends; for a choice use membria_capture_decision.",
  ...saveCheckpointParts,
});
