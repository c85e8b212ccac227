/** Commands that show what to know first: recall, context and analyze. */

import * as z from "zod";
import { analyzeDecision, getDecisionContext } from "../../../learning/index.ts";
import { recallTopic } from "../../../recall/index.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { linkFields } from "../../../tools/mama/link-fields.ts";
import { memoryItem } from "../../../tools/mama-family/memory-item.ts";
import { analyzeDecisionTool } from "../../../tools/membria/analyze-decision.ts";
import { getDecisionContextTool } from "../../../tools/membria/decision-context.ts";
import { isAcrossProjects, withProjectsNamed } from "../../across-projects.ts";
import { defineCommand } from "../../command.ts";
import { NARROWEST_COLUMN, shorten } from "../../terminal.ts";
import { readable, useTool } from "../../use-tool.ts";

export const recall = defineCommand({
  name: "recall",
  summary: "Show how what was decided about a topic evolved.",
  positionals: ["topic"],
  input: z.strictObject({ topic: recallTopic.input.shape.topic.describe("The exact topic") }),
  async run({ topic }, { deps, call, terminal }) {
    const ownCall = await call();
    const { versions, replaces, semantic, left } = await perform(
      recallTopic,
      { topic },
      await deps(),
      ownCall,
    );
    const withProject = isAcrossProjects(ownCall);
    const lines = versions.map(({ id, project, standing, statement, createdAt, outcome, supersededBy }) => {
      const mark = standing === "active" ? terminal.style("green", "●") : terminal.style("dim", "○");
      const state = [
        ...(withProject ? [project] : []),
        standing,
        ...(outcome ? [outcome.status] : []),
        ...(supersededBy.length > 0 ? [`by ${supersededBy.join(", ")}`] : []),
      ];
      return [
        `${mark} ${createdAt.toISOString().slice(0, 10)}  ${id}  ${terminal.style("dim", state.join(", "))}`,
        `  ${shorten(statement, terminal.width - 2)}`,
      ].join("\n");
    });
    const linkLines = semantic.map(
      ({ link, other }) =>
        `  ${link.from} ${link.relation} ${link.to}  ${terminal.style("dim", shorten(other.statement, Math.max(NARROWEST_COLUMN, terminal.width - 60)))}`,
    );
    return {
      json: {
        topic,
        versions: versions.map((version) => ({
          ...memoryItem(version),
          ...(withProject && { project: version.project }),
        })),
        replaces,
        links: semantic.map(({ link }) => linkFields(link)),
      },
      text:
        versions.length === 0
          ? `There is no decision on the topic ${JSON.stringify(topic)}. Topics are matched exactly; membria list shows all decisions.`
          : [
              ...lines,
              ...(linkLines.length > 0 ? ["Linked:", ...linkLines] : []),
              ...(left > 0 ? [`${left} older ones are not shown.`] : []),
            ].join("\n"),
    };
  },
});

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
