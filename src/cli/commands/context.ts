import * as z from "zod";
import { getDecisionContext } from "../../app/guidance/get-decision-context.ts";
import { getDecisionContextTool } from "../../tools/membria/get-decision-context.ts";
import { withProjectsNamed } from "../across-projects.ts";
import { defineCommand } from "../command.ts";
import { readable } from "../readable.ts";
import { useTool } from "../use-tool.ts";

const { shape } = getDecisionContext.input;

export const context = defineCommand({
  name: "context",
  summary:
    "Show what an agent gets before it decides: confidence, similar decisions, skills, warnings, due outcomes.",
  positionals: ["statement"],
  input: z.strictObject({
    statement: shape.statement.describe("What is about to be decided, in one sentence"),
    module: shape.module.describe("The area it belongs to (detected)"),
    confidence: shape.confidence.describe("Probability that it works out: 0 to 1, or such as 80%"),
    depth: shape.depth.describe("How much: minimal, standard or full"),
  }),
  async run(input, given) {
    const { structured, text } = await useTool(getDecisionContextTool, input, given);
    return withProjectsNamed({ json: structured, text: readable(text, given.terminal) }, given);
  },
});
