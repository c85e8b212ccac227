import { recordOutcomeParts } from "../mama-family/decision-tools.ts";
import { mamaTool } from "./dialect.ts";

export const updateOutcomeTool = mamaTool({
  name: "update_outcome",
  canonicalName: "update_outcome",
  title: "Update an outcome",
  description: "Record how a decision worked out. FAILED needs a failure_reason.",
  successor: "memory_evolve_outcome",
  ...recordOutcomeParts("decisionId", {
    suggestion: "Send the id that saving the decision returned (dec_…) as decisionId.",
  }),
});
