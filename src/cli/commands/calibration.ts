import * as z from "zod";
import { getAllCalibrationsTool } from "../../tools/membria/get-all-calibrations.ts";
import { getCalibrationTool } from "../../tools/membria/get-calibration.ts";
import { defineCommand } from "../command.ts";
import { type ReliabilityBin, reliabilityPlot } from "../reliability-plot.ts";
import { useTool } from "../use-tool.ts";

export const calibration = defineCommand({
  name: "calibration",
  summary: "How often decisions work out, and whether confidence means what it says.",
  positionals: ["domain"],
  input: z.strictObject({
    domain: z.string().optional().describe("One domain (all of them together)"),
    each: z.boolean().default(false).describe("A line for each domain instead."),
  }),
  async run({ domain, each }, context) {
    if (each) {
      const { structured, text } = await useTool(getAllCalibrationsTool, {}, context);
      return { json: structured, text };
    }
    const { structured, text } = await useTool(getCalibrationTool, { domain }, context);
    const bins = structured["reliability"] as ReliabilityBin[];
    const plot = bins.some(({ outcomes }) => outcomes > 0)
      ? ["", reliabilityPlot(bins, context.terminal)]
      : [];
    return { json: structured, text: [text, ...plot].join("\n") };
  },
});
