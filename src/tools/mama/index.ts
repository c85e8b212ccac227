import type { Tool } from "../tool.ts";
import { approveLinkTool } from "./approve-link.ts";
import { getPendingLinksTool } from "./get-pending-links.ts";
import { getRestartMetricsTool } from "./get-restart-metrics.ts";
import { loadCheckpointTool } from "./load-checkpoint.ts";
import { proposeLinkTool } from "./propose-link.ts";
import { rejectLinkTool } from "./reject-link.ts";
import { saveCheckpointTool } from "./save-checkpoint.ts";
import { suggestDecisionTool } from "./suggest-decision.ts";

export const mama: readonly Tool[] = [
  saveCheckpointTool,
  loadCheckpointTool,
  suggestDecisionTool,
  proposeLinkTool,
  approveLinkTool,
  rejectLinkTool,
  getPendingLinksTool,
  getRestartMetricsTool,
];
