import type { Tool } from "../tool.ts";
import { memoryLoadCheckpointTool } from "./load-checkpoint.ts";
import { memorySaveCheckpointTool } from "./save-checkpoint.ts";
import { searchByContextTool } from "./search-by-context.ts";
import { searchByTopicTool } from "./search-by-topic.ts";
import { searchRecentTool } from "./search-recent.ts";

export const memory: readonly Tool[] = [
  memorySaveCheckpointTool,
  memoryLoadCheckpointTool,
  searchByContextTool,
  searchByTopicTool,
  searchRecentTool,
];
