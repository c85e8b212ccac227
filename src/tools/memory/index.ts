import type { Tool } from "../tool.ts";
import { evolveOutcomeTool, evolveSupersedeTool, memorySaveDecisionTool } from "./decisions.ts";
import { searchByContextTool, searchByTopicTool, searchRecentTool } from "./search.ts";
import {
  loadContextTool,
  memoryLoadCheckpointTool,
  memorySaveCheckpointTool,
  memorySaveInsightTool,
} from "./sessions.ts";

export const memory: readonly Tool[] = [
  memorySaveDecisionTool,
  memorySaveCheckpointTool,
  memorySaveInsightTool,
  memoryLoadCheckpointTool,
  loadContextTool,
  searchByTopicTool,
  searchByContextTool,
  searchRecentTool,
  evolveOutcomeTool,
  evolveSupersedeTool,
];
