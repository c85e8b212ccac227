import { mamaDialect } from "../mama-family/dialect.ts";
import { TOOL_REMEDIES } from "../remedies.ts";
import { vocabulary } from "../tool.ts";
import type { RemedyWords } from "../wording.ts";

const MEMORY_REMEDIES: RemedyWords = {
  ...TOOL_REMEDIES,
  "list-decisions": () => "memory_search_recent lists the latest ones.",
  "record-outcome": () => "memory_evolve_outcome records how one worked out.",
};

export const memoryTool = vocabulary("memory", { ...mamaDialect, remedies: MEMORY_REMEDIES });
