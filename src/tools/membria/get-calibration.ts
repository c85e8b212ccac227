import * as z from "zod";
import { CALIBRATION_STATUSES, ENOUGH_OUTCOMES, getCalibration, TRENDS } from "../../calibration/index.ts";
import { percent, rounded } from "../../shared/rounding.ts";
import { timestamp } from "../shared-arguments.ts";
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
