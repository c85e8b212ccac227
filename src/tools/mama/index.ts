import type { Tool } from "../tool.ts";
import { suggestDecisionTool } from "./suggest-decision.ts";

export const mama: readonly Tool[] = [suggestDecisionTool];
