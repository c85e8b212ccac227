import { recordOutcomeParts } from "../mama-family/decision-tools.ts";
import { decisionIdHint } from "../shared-arguments.ts";
import { memoryTool } from "./dialect.ts";

export const evolveOutcomeTool = memoryTool({
  name: "memory_evolve_outcome",
  canonicalName: "evolve/outcome",
  title: "Record an outcome",
  description:
    "Mark a decision as SUCCESS, FAILED or PARTIAL. Use when it is known how it worked out; to decide otherwise use memory_evolve_supersede.",
  ...recordOutcomeParts("decision_id", decisionIdHint),
});
