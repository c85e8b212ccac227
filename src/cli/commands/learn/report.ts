import * as z from "zod";
import { NARRATIVE_PARTS, QUALITY_METRICS, type QualityMetric } from "../../../decisions/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { percent } from "../../../shared/rounding.ts";
import { ALL_PROJECTS } from "../../../shared/scope.ts";
import { boundedText, LIMITS } from "../../../shared/text.ts";
import {
  generateQualityReportTool,
  METRIC_NAMES,
  measured,
  type QualityData,
  qualityMarkdown,
} from "../../../tools/mama/generate-quality-report.ts";
import { withProjectsNamed } from "../../across-projects.ts";
import { type CommandContext, defineCommand } from "../../command.ts";
import { bar, counted } from "../../figures.ts";
import { shorten, type Terminal } from "../../terminal.ts";
import { useTool } from "../../use-tool.ts";

const WIDEST_BAR = 30;
const NARROWEST_BAR = 10;
/** For the name of a metric, its value and its threshold. */
const BESIDE_BAR = 45;

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

/** Only what there is: no bars for links in a memory without any, and none for a part that no decision has. */
function reportText(data: QualityData, { style, width }: Terminal): string {
  const { coverage, quality, thresholds } = data;
  const decisions = coverage.narrative.total_decisions;
  const links = quality.link.total_links;
  if (decisions === 0)
    return `No decisions yet in ${data.project === ALL_PROJECTS ? "any project" : data.project}. The report begins with the first one: membria decide "…" --reasoning "…" --alternative "…"`;
  const hasLinks = links > 0 || coverage.link.linked_decisions > 0;
  const isShown = (metric: QualityMetric): boolean => metric === "narrativeCoverage" || hasLinks;
  const values = measured(data);
  const barWidth = Math.max(NARROWEST_BAR, Math.min(WIDEST_BAR, width - BESIDE_BAR));
  const row = (name: string, value: number | null, threshold?: number): string[] => {
    if (value === null) return [];
    const good = threshold === undefined || value >= threshold;
    const mark = threshold === undefined ? "" : `  of ${percent(threshold)} ${good ? "✓" : "✗"}`;
    return [
      `${name.padEnd(22)} ${style(good ? "green" : "yellow", bar(value, barWidth))} ${percent(value)}${mark}`,
    ];
  };
  const told = NARRATIVE_PARTS.filter((part) => quality.narrative[part]);
  const untold = NARRATIVE_PARTS.filter((part) => !quality.narrative[part]);
  return [
    style("bold", `Quality of ${data.project === ALL_PROJECTS ? "all projects" : data.project}`),
    [counted(decisions, "decision"), ...(links > 0 ? [counted(links, "link")] : [])].join(", "),
    "",
    ...QUALITY_METRICS.filter(isShown).flatMap((metric) =>
      row(METRIC_NAMES[metric], values[metric], thresholds[metric]),
    ),
    ...row("Approved links", quality.link.approvedLinkRatio),
    ...told.flatMap((part, i) => [...(i === 0 ? [""] : []), ...row(`with ${part}`, quality.narrative[part])]),
    ...(untold.length > 0 ? ["", `No decision has ${listed(untold)} yet.`] : []),
    ...(hasLinks
      ? []
      : ["", "How well decisions are linked appears with the first link: membria links suggest"]),
    ...data.shortfalls
      .filter(({ metric }) => isShown(metric))
      .flatMap(({ metric, mend_first }) => [
        "",
        style("bold", `${METRIC_NAMES[metric]}: improve first`),
        ...mend_first.map(
          ({ decision_id, statement, lacks }) =>
            `  ${decision_id}  ${shorten(statement, width - 26)}\n    ${style("dim", lacks)}`,
        ),
      ]),
  ].join("\n");
}

/** `evidence, alternatives or risks`. */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

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
