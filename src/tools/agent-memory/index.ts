import type { Tool } from "../tool.ts";
import { acceptProposalTool } from "./accept-proposal.ts";
import { recordDecisionTool, supersedeDecisionTool } from "./decisions.ts";
import { searchDecisionsTool } from "./search-decisions.ts";

export const agentMemory: readonly Tool[] = [
  recordDecisionTool,
  searchDecisionsTool,
  supersedeDecisionTool,
  acceptProposalTool,
];
