import * as z from "zod";
import { listCalibrations } from "../../app/calibration/list-calibrations.ts";
import { getAllCalibrationsTool } from "../../tools/membria/get-all-calibrations.ts";
import { getCalibrationTool } from "../../tools/membria/get-calibration.ts";
import { isAcrossProjects } from "../across-projects.ts";
import { defineCommand } from "../command.ts";
import { type ConfidenceCorrection, correctionTable } from "../correction-table.ts";
import { type ReliabilityBin, reliabilityPlot } from "../reliability-plot.ts";
import { useTool } from "../use-tool.ts";

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
