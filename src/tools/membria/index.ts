import type { Tool } from "../tool.ts";
import { captureDecisionTool } from "./capture-decision.ts";
import { getDecisionTool } from "./get-decision.ts";
import { updateDecisionTool } from "./update-decision.ts";

export const membria: readonly Tool[] = [captureDecisionTool, updateDecisionTool, getDecisionTool];
