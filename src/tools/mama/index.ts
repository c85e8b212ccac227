import type { Tool } from "../tool.ts";
import { getRestartMetricsTool, loadCheckpointTool, saveCheckpointTool } from "./checkpoints.ts";
import {
  listDecisionsTool,
  recallDecisionTool,
  saveDecisionTool,
  suggestDecisionTool,
  updateOutcomeTool,
} from "./decisions.ts";
import { generateQualityReportTool } from "./generate-quality-report.ts";
import { createLinkBackupTool, executeLinkCleanupTool, validateCleanupResultTool } from "./link-cleanup.ts";
import {
  approveLinkTool,
  getPendingLinksTool,
  proposeLinkTool,
  rejectLinkTool,
  scanAutoLinksTool,
} from "./links.ts";

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
