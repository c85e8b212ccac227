import type { Tool } from "../tool.ts";
import { acceptProposalTool } from "./accept-proposal.ts";
import { recordDecisionTool } from "./record-decision.ts";
import { searchDecisionsTool } from "./search-decisions.ts";
import { supersedeDecisionTool } from "./supersede-decision.ts";

export const agentMemory: readonly Tool[] = [
  recordDecisionTool,
  searchDecisionsTool,
  supersedeDecisionTool,
  acceptProposalTool,
];
