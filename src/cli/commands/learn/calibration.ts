/** The command calibration, with its plot and the table of corrections. */

import * as z from "zod";
import { listCalibrations } from "../../../calibration/index.ts";
import { inPercent, wholePercent } from "../../../shared/rounding.ts";
import { getAllCalibrationsTool, getCalibrationTool } from "../../../tools/membria/calibrations.ts";
import { isAcrossProjects } from "../../across-projects.ts";
import { defineCommand } from "../../command.ts";
import { bar } from "../../figures.ts";
import type { Terminal } from "../../terminal.ts";
import { useTool } from "../../use-tool.ts";

const { shape } = listCalibrations.input;

export const calibration = defineCommand({
  name: "calibration",
  summary: "Show how often decisions work out, and how well the stated confidence matches.",
  positionals: ["domain"],
  input: z.strictObject({
    domain: z.string().optional().describe("One domain (all together)"),
    each: z.boolean().default(false).describe("Show one line per domain instead."),
    minSampleSize: shape.minSampleSize.describe(
      "With --each: only domains with at least this many outcomes.",
    ),
    sortBy: shape.sortBy.describe("With --each: best first (by name)."),
  }),
  async run({ domain, each, minSampleSize, sortBy }, context) {
    const heading = isAcrossProjects(await context.call()) ? ["All projects together:"] : [];
    if (each) {
      const args = { min_sample_size: minSampleSize, sort_by: sortBy };
      const { structured, text } = await useTool(getAllCalibrationsTool, args, context);
      return { json: structured, text: [...heading, text].join("\n") };
    }
    const { structured, text } = await useTool(getCalibrationTool, { domain }, context);
    const bins = structured["reliability"] as ReliabilityBin[];
    const plot = bins.some(({ outcomes }) => outcomes > 0)
      ? [
          "",
          reliabilityPlot(bins, context.terminal),
          "",
          correctionTable(structured["recommended_confidence"] as ConfidenceCorrection[], context.terminal),
        ]
      : [];
    return { json: structured, text: [...heading, text, ...plot].join("\n") };
  },
});

interface ReliabilityBin {
  readonly from: number;
  readonly outcomes: number;
  readonly mean_confidence: number | null;
  readonly success_rate: number | null;
}

const WIDEST = 40;
const NARROWEST = 20;
/** For the labels at both ends. */
const BESIDE = 32;

/**
 * One line per tenth of stated confidence: the bar shows how often such decisions worked out, the mark where it would
 * end with perfect calibration.
 */
function reliabilityPlot(bins: readonly ReliabilityBin[], { style, width: columns }: Terminal): string {
  // Even, so that the middle of the axis can be named.
  const width = Math.max(NARROWEST, Math.min(WIDEST, 2 * Math.floor((columns - BESIDE) / 2)));
  const rows = bins.map(({ from, outcomes, mean_confidence, success_rate }) => {
    const label = `${String(inPercent(from)).padStart(3)}–${String(inPercent(from) + 10).padEnd(3)} %`;
    if (mean_confidence === null || success_rate === null) return `${label} │`;
    const cells = markedBar(success_rate, mean_confidence, width);
    const overconfident = mean_confidence - success_rate > 0.05;
    const coloured = style(overconfident ? "yellow" : "green", cells);
    return `${label} │${coloured} ${wholePercent(success_rate).padStart(5)}  ${outcomes} outcome${outcomes === 1 ? "" : "s"}`;
  });
  return [
    "Stated confidence and actual success rate (┃ marks the expected rate):",
    ...rows,
    `${" ".repeat(10)}└${"─".repeat(width)}`,
    `${" ".repeat(11)}0 %${"50 %".padStart(width / 2)}${"100 %".padStart(width / 2 - 1)}`,
  ].join("\n");
}

function markedBar(rate: number, expected: number, width: number): string {
  const cells = bar(rate, width);
  const mark = Math.min(width - 1, Math.round(expected * width));
  return `${cells.slice(0, mark)}┃${cells.slice(mark + 1)}`;
}

interface ConfidenceCorrection {
  readonly stated: number;
  readonly recommended: number;
}

/** Stated and recommended confidence, one column for each pair. */
function correctionTable(rows: readonly ConfidenceCorrection[], { style }: Terminal): string {
  if (rows.length === 0) {
    return "Recommended confidence: the outcomes so far suggest no correction.";
  }
  const cell = (share: number): string => wholePercent(share).padStart(6);
  const coloured = rows.map(({ stated, recommended }) =>
    style(recommended < stated ? "yellow" : "green", cell(recommended)),
  );
  return [
    "Recommended confidence, based on the outcomes so far:",
    `stated      ${rows.map(({ stated }) => cell(stated)).join("")}`,
    `recommended ${coloured.join("")}`,
  ].join("\n");
}
