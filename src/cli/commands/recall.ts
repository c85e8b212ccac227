import * as z from "zod";
import { recallTopic } from "../../app/recall/recall-topic.ts";
import { perform } from "../../app/shared/operation.ts";
import { linkFields } from "../../tools/mama/link-fields.ts";
import { memoryItem } from "../../tools/mama-family/memory-item.ts";
import { isAcrossProjects } from "../across-projects.ts";
import { defineCommand } from "../command.ts";
import { NARROWEST_COLUMN, shorten } from "../terminal.ts";

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
