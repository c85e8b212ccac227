import type { Tool } from "../tool.ts";
import { approveLinkTool } from "./approve-link.ts";
import { getPendingLinksTool } from "./get-pending-links.ts";
import { getRestartMetricsTool } from "./get-restart-metrics.ts";
import { listDecisionsTool } from "./list-decisions.ts";
import { loadCheckpointTool } from "./load-checkpoint.ts";
import { proposeLinkTool } from "./propose-link.ts";
import { recallDecisionTool } from "./recall-decision.ts";
import { rejectLinkTool } from "./reject-link.ts";
import { saveCheckpointTool } from "./save-checkpoint.ts";
import { saveDecisionTool } from "./save-decision.ts";
import { suggestDecisionTool } from "./suggest-decision.ts";
import { updateOutcomeTool } from "./update-outcome.ts";

export const mama: readonly Tool[] = [
  saveCheckpointTool,
  loadCheckpointTool,
  saveDecisionTool,
  recallDecisionTool,
  suggestDecisionTool,
  listDecisionsTool,
  updateOutcomeTool,
  proposeLinkTool,
  approveLinkTool,
  rejectLinkTool,
  getPendingLinksTool,
  getRestartMetricsTool,
];
