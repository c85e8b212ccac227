import type { Tool } from "../tool.ts";
import { approveLinkTool } from "./approve-link.ts";
import { createLinkBackupTool } from "./create-link-backup.ts";
import { executeLinkCleanupTool } from "./execute-link-cleanup.ts";
import { generateQualityReportTool } from "./generate-quality-report.ts";
import { getPendingLinksTool } from "./get-pending-links.ts";
import { getRestartMetricsTool } from "./get-restart-metrics.ts";
import { listDecisionsTool } from "./list-decisions.ts";
import { loadCheckpointTool } from "./load-checkpoint.ts";
import { proposeLinkTool } from "./propose-link.ts";
import { recallDecisionTool } from "./recall-decision.ts";
import { rejectLinkTool } from "./reject-link.ts";
import { saveCheckpointTool } from "./save-checkpoint.ts";
import { saveDecisionTool } from "./save-decision.ts";
import { scanAutoLinksTool } from "./scan-auto-links.ts";
import { suggestDecisionTool } from "./suggest-decision.ts";
import { updateOutcomeTool } from "./update-outcome.ts";
import { validateCleanupResultTool } from "./validate-cleanup-result.ts";

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
  generateQualityReportTool,
  getRestartMetricsTool,
  scanAutoLinksTool,
  createLinkBackupTool,
  executeLinkCleanupTool,
  validateCleanupResultTool,
];
