/** The call of the view Calibration: counts, charts and advice. */

import * as z from "zod";
import { BINS, type CalibrationStatus, type CountedRate, chartCalibration } from "../../calibration/index.ts";
import type { AuthorKind } from "../../shared/actor.ts";
import { definePageCall, moment } from "./page-call.ts";

/** Counts, and a rate where there are enough of them. */
export interface RateResult {
  readonly outcomes: number;
  /** The sum of the scores: a success is one, a partial one counts partly. */
  readonly worked: number;
  /** Of how many a confidence was stated, and its mean. */
  readonly stated: number;
  readonly mean_confidence: number | null;
  readonly rate: number | null;
  /** The 95 % interval of the rate. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface BinResult {
  readonly from: number;
  readonly to: number;
  readonly outcomes: number;
  readonly worked: number;
  readonly mean_confidence: number | null;
  /** The observed rate, and its 95 % interval. */
  readonly rate: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface PeriodResult extends RateResult {
  readonly from: string;
  readonly weeks: number;
}

export interface CalibrationResult {
  /** In the time that was asked for, as are the tables. */
  readonly total: RateResult;
  readonly bins: readonly BinResult[];
  readonly periods: readonly PeriodResult[];
  readonly domains: readonly (RateResult & { readonly name: string })[];
  readonly authors: readonly (RateResult & { readonly kind: AuthorKind; readonly person: string | null })[];
  /** Of all time, as are the verdict and what is recommended. */
  readonly ever: RateResult;
  readonly status: CalibrationStatus;
  readonly recommended: number | null;
  readonly advice: string;
  readonly curve: readonly { readonly stated: number; readonly recommended: number }[];
  readonly more: {
    readonly more: number;
    readonly low: number;
    readonly high: number;
    readonly expected_width: number;
    readonly status: CalibrationStatus;
    readonly courses: readonly {
      readonly successes: number;
      readonly probability: number;
      readonly low: number;
      readonly high: number;
      readonly status: CalibrationStatus;
    }[];
  };
}

const rateResult = ({ outcomes, score, stated, meanConfidence, rate }: CountedRate): RateResult => ({
  outcomes,
  worked: score,
  stated,
  mean_confidence: meanConfidence ?? null,
  rate: rate?.mean ?? null,
  low: rate?.interval[0] ?? null,
  high: rate?.interval[1] ?? null,
});

const { shape } = chartCalibration.input;

export const calibrationCall = definePageCall({
  name: "calibration",
  effect: "read",
  input: z.strictObject({
    domain: shape.domain,
    author: shape.author,
    since: moment.optional(),
    until: moment.optional(),
  }),
  async run(args, { perform }): Promise<CalibrationResult> {
    const chart = await perform(chartCalibration, args);
    const { more } = chart;
    return {
      total: rateResult(chart.total),
      bins: chart.bins.map(({ outcomes, score, confidence, interval }, i) => ({
        from: i / BINS,
        to: (i + 1) / BINS,
        outcomes,
        worked: score,
        mean_confidence: outcomes > 0 ? confidence / outcomes : null,
        rate: outcomes > 0 ? score / outcomes : null,
        low: interval?.[0] ?? null,
        high: interval?.[1] ?? null,
      })),
      periods: chart.periods.map(({ from, weeks, ...sums }) => ({
        from: from.toISOString(),
        weeks,
        ...rateResult(sums),
      })),
      domains: chart.domains.map(({ name, ...sums }) => ({ name, ...rateResult(sums) })),
      authors: chart.authors.map(({ author, ...sums }) => ({
        kind: author.kind,
        person: author.person ?? null,
        ...rateResult(sums),
      })),
      ever: rateResult(chart.ever),
      status: chart.status,
      recommended: chart.recommended ?? null,
      advice: chart.advice,
      curve: chart.curve,
      more: {
        more: more.more,
        low: more.interval[0],
        high: more.interval[1],
        expected_width: more.expectedWidth,
        status: more.status,
        courses: more.courses.map(({ successes, probability, interval: [low, high], status }) => ({
          successes,
          probability,
          low,
          high,
          status,
        })),
      },
    };
  },
});
