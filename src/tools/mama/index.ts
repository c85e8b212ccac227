import type { Tool } from "../tool.ts";
import { getRestartMetricsTool } from "./get-restart-metrics.ts";
import { loadCheckpointTool } from "./load-checkpoint.ts";
import { saveCheckpointTool } from "./save-checkpoint.ts";
import { suggestDecisionTool } from "./suggest-decision.ts";

export const mama: readonly Tool[] = [
  saveCheckpointTool,
  loadCheckpointTool,
  suggestDecisionTool,
  getRestartMetricsTool,
];
