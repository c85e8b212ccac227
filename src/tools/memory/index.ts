import type { Tool } from "../tool.ts";
import { evolveOutcomeTool } from "./evolve-outcome.ts";
import { evolveSupersedeTool } from "./evolve-supersede.ts";
import { memoryLoadCheckpointTool } from "./load-checkpoint.ts";
import { loadContextTool } from "./load-context.ts";
import { memorySaveCheckpointTool } from "./save-checkpoint.ts";
import { memorySaveDecisionTool } from "./save-decision.ts";
import { memorySaveInsightTool } from "./save-insight.ts";
import { searchByContextTool } from "./search-by-context.ts";
import { searchByTopicTool } from "./search-by-topic.ts";
import { searchRecentTool } from "./search-recent.ts";

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
