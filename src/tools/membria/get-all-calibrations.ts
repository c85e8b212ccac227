import * as z from "zod";
import { CALIBRATION_STATUSES, listCalibrations, OVERALL_RATINGS, TRENDS } from "../../calibration/index.ts";
import { percent, rounded } from "../../shared/rounding.ts";
import { maxTokens, timestamp } from "../shared-arguments.ts";
import { membriaTool } from "./dialect.ts";

const { shape } = listCalibrations.input;

export const getAllCalibrationsTool = membriaTool({
  name: "membria_get_all_calibrations",
  canonicalName: "membria.get_all_calibrations",
  title: "Get all calibrations",
  description:
    "How often decisions work out in each domain that has enough outcomes, and how well confidence matches that overall.",
  operation: listCalibrations,
  input: z.strictObject({
    min_sample_size: shape.minSampleSize,
    sort_by: shape.sortBy.describe("Best first; by name if left out"),
    max_tokens: maxTokens.optional(),
  }),
  hints: {
    min_sample_size: { suggestion: "Use a whole number of at least 1, such as min_sample_size: 3." },
    sort_by: { suggestion: "Use success_rate, trend or variance." },
  },
  result: z.object({
    domains: z.array(
      z.object({
        domain: z.string(),
        sample_size: z.number().int(),
        success_rate: z.number(),
        trend: z.enum(TRENDS),
        status: z.enum(CALIBRATION_STATUSES),
        confidence_gap: z.number().nullable(),
        variance: z.number(),
      }),
    ),
    overall_calibration: z.enum(OVERALL_RATINGS),
    last_updated: timestamp.nullable(),
    domains_with_fewer: z.number().int().describe("Domains with outcomes, but fewer than asked for"),
  }),
  toOperation: ({ min_sample_size, sort_by }) => ({ minSampleSize: min_sample_size, sortBy: sort_by }),
  fromOperation: ({ domains, overall, lastUpdated, left }) => ({
    domains: domains.map((calibration) => ({
      domain: calibration.domain,
      sample_size: calibration.sampleSize,
      success_rate: rounded(calibration.mean),
      trend: calibration.trend,
      status: calibration.status,
      confidence_gap: rounded(calibration.gap),
      variance: calibration.variance,
    })),
    overall_calibration: overall,
    last_updated: lastUpdated?.toISOString() ?? null,
    domains_with_fewer: left,
  }),
  text: ({ domains, overall_calibration, domains_with_fewer }) =>
    [
      domains.length === 0
        ? "No domain has enough outcomes yet."
        : `Overall calibration: ${overall_calibration}.`,
      ...domains.map(
        ({ domain, sample_size, success_rate, trend, status }) =>
          `- ${domain}: ${percent(success_rate)} over ${sample_size} outcome${sample_size === 1 ? "" : "s"}, ${trend}, ${status}`,
      ),
      ...(domains_with_fewer > 0
        ? [`${domains_with_fewer} more with fewer outcomes than asked for (min_sample_size).`]
        : []),
    ].join("\n"),
});
