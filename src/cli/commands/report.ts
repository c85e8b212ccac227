import * as z from "zod";
import { NARRATIVE_PARTS, QUALITY_METRICS } from "../../domain/links/quality.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { percent } from "../../domain/shared/percent.ts";
import { ALL_PROJECTS } from "../../domain/shared/scope.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { generateQualityReportTool } from "../../tools/mama/generate-quality-report.ts";
import {
  METRIC_NAMES,
  measured,
  percentOrNothing,
  type QualityData,
  qualityMarkdown,
} from "../../tools/mama/quality-markdown.ts";
import { withProjectsNamed } from "../across-projects.ts";
import { bar } from "../bar.ts";
import { type CommandContext, defineCommand } from "../command.ts";
import { shorten, type Terminal } from "../terminal.ts";
import { useTool } from "../use-tool.ts";

const BAR_WIDTH = 30;

export const report = defineCommand({
  name: "report",
  summary: "Show how completely decisions are documented and linked, and which ones to improve first.",
  positionals: [],
  input: z.strictObject({
    markdown: boundedText(1, LIMITS.name).optional().describe("Also write it to this file as Markdown"),
  }),
  async run({ markdown }, context) {
    const { structured } = await useTool(generateQualityReportTool, {}, context);
    const data = structured["data"] as QualityData;
    if (markdown !== undefined) await write(markdown, qualityMarkdown(data), context);
    const result = {
      json: structured,
      text: [
        reportText(data, context.terminal),
        ...(markdown === undefined ? [] : ["", `Written to ${markdown}.`]),
      ].join("\n"),
    };
    return withProjectsNamed(result, context);
  },
});

function reportText(data: QualityData, { style, width }: Terminal): string {
  const { coverage, quality, thresholds } = data;
  const values = measured(data);
  const row = (name: string, value: number | null, threshold?: number): string => {
    const good = value === null || threshold === undefined || value >= threshold;
    const mark = threshold === undefined ? "" : `  of ${percent(threshold)} ${good ? "✓" : "✗"}`;
    return `${name.padEnd(22)} ${style(good ? "green" : "yellow", bar(value ?? 0, BAR_WIDTH))} ${percentOrNothing(value)}${mark}`;
  };
  return [
    style("bold", `Quality of ${data.project === ALL_PROJECTS ? "all projects" : data.project}`),
    `${coverage.narrative.total_decisions} decisions, ${quality.link.total_links} links`,
    "",
    ...QUALITY_METRICS.map((metric) => row(METRIC_NAMES[metric], values[metric], thresholds[metric])),
    row("Approved links", quality.link.approvedLinkRatio),
    "",
    ...NARRATIVE_PARTS.map((part) => row(`with ${part}`, quality.narrative[part])),
    ...data.shortfalls.flatMap(({ metric, mend_first }) => [
      "",
      style("bold", `${METRIC_NAMES[metric]}: improve first`),
      ...mend_first.map(
        ({ decision_id, statement, lacks }) =>
          `  ${decision_id}  ${shorten(statement, width - 30)}\n    ${style("dim", lacks)}`,
      ),
    ]),
  ].join("\n");
}

async function write(path: string, text: string, { deps }: CommandContext): Promise<void> {
  const { externalFiles } = await deps();
  try {
    // It quotes decisions, so a new file is for the user alone.
    const output = await externalFiles.openOutput(path, { createFolder: false, keepMode: true });
    try {
      await output.write(`${text}\n`);
      await output.close();
    } finally {
      await output.abandon();
    }
  } catch (error) {
    throw new Fault("unavailable", `The report could not be written to ${path}.`, {
      field: "markdown",
      received: path,
      reason: "not_written",
      hint: "Name a file in an existing folder that you may write to.",
      cause: error,
    });
  }
}
