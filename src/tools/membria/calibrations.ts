import * as z from "zod";
import {
  CALIBRATION_STATUSES,
  ENOUGH_OUTCOMES,
  getCalibration,
  listCalibrations,
  OVERALL_RATINGS,
  TRENDS,
} from "../../calibration/index.ts";
import { percent, rounded } from "../../shared/rounding.ts";
import { maxTokens, timestamp } from "../shared-arguments.ts";
import { membriaTool } from "./dialect.ts";

export const getCalibrationTool = membriaTool({
  name: "membria_get_calibration",
  canonicalName: "membria.get_calibration",
  title: "Get a calibration",
  description:
    "How often decisions of a domain work out, with the 95 % credible interval, and whether the confidence stated for them means what it says. Without a domain: over all of them.",
  operation: getCalibration,
  input: z.strictObject({
    domain: getCalibration.input.shape.domain.describe("database, auth, api …"),
    include_trend: z.boolean().default(true),
    include_credible_interval: z.boolean().default(true),
  }),
  hints: {
    domain: { suggestion: "Use a short lowercase name such as database, or leave it out for all domains." },
  },
  result: z.object({
    domain: z.string(),
    sample_size: z.number().int(),
    success_rate: z.number(),
    mean_confidence: z.number().nullable(),
    confidence_gap: z.number().nullable(),
    status: z.enum(CALIBRATION_STATUSES),
    alpha: z.number(),
    beta: z.number(),
    variance: z.number(),
    trend: z.enum(TRENDS).optional(),
    credible_interval_95: z.array(z.number()).optional(),
    recommendation: z.string(),
    brier: z.number().nullable(),
    ece: z.number().nullable(),
    reliability: z.array(
      z.object({
        from: z.number(),
        outcomes: z.number().int(),
        mean_confidence: z.number().nullable(),
        success_rate: z.number().nullable(),
      }),
    ),
    recommended_confidence: z
      .array(z.object({ stated: z.number(), recommended: z.number() }))
      .describe("What to state instead of what, where it would show"),
    due_outcomes: z.number().int().describe("Decisions whose outcome should be known by now"),
    last_updated: timestamp.optional(),
  }),
  toOperation: ({ domain }) => ({ domain }),
  fromOperation: ({ calibration, status, trend, interval, recommendation, corrections, due }, args) => ({
    domain: calibration.domain,
    sample_size: calibration.sampleSize,
    success_rate: rounded(calibration.mean),
    mean_confidence: rounded(calibration.meanConfidence),
    confidence_gap: rounded(calibration.gap),
    status,
    alpha: rounded(calibration.alpha),
    beta: rounded(calibration.beta),
    variance: calibration.variance,
    ...(args.include_trend && { trend }),
    ...(args.include_credible_interval && { credible_interval_95: interval.map((bound) => rounded(bound)) }),
    recommendation,
    brier: rounded(calibration.brier),
    ece: rounded(calibration.ece),
    reliability: calibration.reliability.map(({ from, outcomes, meanConfidence, successRate }) => ({
      from,
      outcomes,
      mean_confidence: rounded(meanConfidence),
      success_rate: rounded(successRate),
    })),
    recommended_confidence: corrections.map(({ stated, recommended }) => ({
      stated,
      recommended: rounded(recommended),
    })),
    due_outcomes: due,
    ...(calibration.lastOutcomeAt && { last_updated: calibration.lastOutcomeAt.toISOString() }),
  }),
  text: (result) => {
    const [low, high] = result.credible_interval_95 ?? [];
    return [
      result.recommendation,
      ...factsLine([
        // The recommendation has the counts; a rate of few outcomes would say more than they do.
        result.sample_size < ENOUGH_OUTCOMES
          ? undefined
          : `success rate ${percent(result.success_rate)}${low === undefined || high === undefined ? "" : ` (95 % between ${percent(low)} and ${percent(high)})`}`,
        result.mean_confidence === null
          ? undefined
          : `mean confidence ${percent(result.mean_confidence)}, status ${result.status}`,
        result.trend && `trend ${result.trend}`,
        result.brier === null ? undefined : `Brier score ${result.brier.toFixed(3)}`,
      ]),
      ...(result.due_outcomes > 0
        ? [
            `${result.due_outcomes === 1 ? "1 more decision is" : `${result.due_outcomes} more decisions are`} due for an outcome: membria due lists them.`,
          ]
        : []),
    ].join("\n");
  },
});

function factsLine(facts: readonly (string | undefined)[]): string[] {
  const line = facts.filter((fact) => fact !== undefined).join(", ");
  return line === "" ? [] : [`${line.charAt(0).toUpperCase()}${line.slice(1)}.`];
}

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
