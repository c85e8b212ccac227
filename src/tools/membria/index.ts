import type { Tool } from "../tool.ts";
import { analyzeDecisionTool } from "./analyze-decision.ts";
import { getAllCalibrationsTool, getCalibrationTool } from "./calibrations.ts";
import { captureDecisionTool } from "./capture-decision.ts";
import { getDecisionContextTool } from "./decision-context.ts";
import { getConfidenceGuidanceTool } from "./get-confidence-guidance.ts";
import { getDecisionTool } from "./get-decision.ts";
import { recordOutcomeTool, recordSignalTool } from "./outcomes.ts";
import { getSkillsTool } from "./skills.ts";
import { updateDecisionTool } from "./update-decision.ts";
import { getWarningsTool } from "./warnings.ts";
import { whyTool } from "./why.ts";

export const membria: readonly Tool[] = [
  captureDecisionTool,
  updateDecisionTool,
  getDecisionTool,
  recordOutcomeTool,
  recordSignalTool,
  getCalibrationTool,
  getConfidenceGuidanceTool,
  getAllCalibrationsTool,
  getDecisionContextTool,
  analyzeDecisionTool,
  getSkillsTool,
  getWarningsTool,
  whyTool,
];
