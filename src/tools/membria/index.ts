import type { Tool } from "../tool.ts";
import { analyzeDecisionTool } from "./analyze-decision.ts";
import { captureDecisionTool } from "./capture-decision.ts";
import { getAllCalibrationsTool } from "./get-all-calibrations.ts";
import { getCalibrationTool } from "./get-calibration.ts";
import { getConfidenceGuidanceTool } from "./get-confidence-guidance.ts";
import { getDecisionTool } from "./get-decision.ts";
import { getDecisionContextTool } from "./get-decision-context.ts";
import { getSkillsTool } from "./get-skills.ts";
import { getWarningsTool } from "./get-warnings.ts";
import { recordOutcomeTool } from "./record-outcome.ts";
import { recordSignalTool } from "./record-signal.ts";
import { updateDecisionTool } from "./update-decision.ts";
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
