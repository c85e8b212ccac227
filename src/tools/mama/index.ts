import type { Tool } from "../tool.ts";
import { approveLinkTool } from "./approve-link.ts";
import { createLinkBackupTool } from "./create-link-backup.ts";
import { executeLinkCleanupTool } from "./execute-link-cleanup.ts";
import { generateQualityReportTool } from "./generate-quality-report.ts";
import { getPendingLinksTool } from "./get-pending-links.ts";
import { getRestartMetricsTool } from "./get-restart-metrics.ts";
import { loadCheckpointTool } from "./load-checkpoint.ts";
import { proposeLinkTool } from "./propose-link.ts";
import { rejectLinkTool } from "./reject-link.ts";
import { saveCheckpointTool } from "./save-checkpoint.ts";
import { scanAutoLinksTool } from "./scan-auto-links.ts";
import { suggestDecisionTool } from "./suggest-decision.ts";
import { validateCleanupResultTool } from "./validate-cleanup-result.ts";

export const mama: readonly Tool[] = [
  saveCheckpointTool,
  loadCheckpointTool,
  suggestDecisionTool,
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
