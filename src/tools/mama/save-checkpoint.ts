import { saveCheckpointParts } from "../mama-family/checkpoint-tools.ts";
import { mamaTool } from "./dialect.ts";

export const saveCheckpointTool = mamaTool({
  name: "save_checkpoint",
  canonicalName: "save_checkpoint",
  title: "Save a checkpoint",
  description: "Save the state of the session in the truthful-continuity format, for the next one.",
  successor: "memory_save_checkpoint",
  ...saveCheckpointParts,
});
