import * as z from "zod";
import { analyzeDecision } from "../../app/guidance/analyze-decision.ts";
import { analyzeDecisionTool } from "../../tools/membria/analyze-decision.ts";
import { withProjectsNamed } from "../across-projects.ts";
import { defineCommand } from "../command.ts";
import { readable } from "../readable.ts";
import { useTool } from "../use-tool.ts";

export const analyze = defineCommand({
  name: "analyze",
  summary: "Show what became of a decision: its implementation, outcome and lessons, and what it prevented.",
  positionals: ["id"],
  input: z.strictObject({ id: analyzeDecision.input.shape.ref.describe("The decision (dec_…)") }),
  fields: { ref: "id" },
  takesDecisions: ["id"],
  async run({ id }, given) {
    const { structured, text } = await useTool(analyzeDecisionTool, { decision_id: id }, given);
    return withProjectsNamed({ json: structured, text: readable(text, given.terminal) }, given);
  },
});
