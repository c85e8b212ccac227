import type { BetaMath } from "../shared/ports.ts";
import { rounded } from "../shared/rounding.ts";

export const BINS = 10;
/** Fewer outcomes say too little to speak of a rate. */
export const MIN_OUTCOMES = 3;
/** A gap within this is no gap. */
const WELL_CALIBRATED = 0.05;
const FAIRLY_CALIBRATED = 0.15;
/** How probable it must be that the later half has the higher rate, and how improbable. */
const IMPROVING = 0.8;
const DECLINING = 0.2;
/** An adjustment moves half way after this many outcomes, and never further than the limit. */
const HALF_WAY_OUTCOMES = 6;
const LARGEST_ADJUSTMENT = 0.25;

export const CALIBRATION_STATUSES = [
  "well-calibrated",
  "overconfident",
  "underconfident",
  "no_confidence",
] as const;
export type CalibrationStatus = (typeof CALIBRATION_STATUSES)[number];

export const TRENDS = ["improving", "stable", "declining"] as const;
export type Trend = (typeof TRENDS)[number];

export const OVERALL = ["good", "fair", "poor", "no_data"] as const;

/** Sums over outcomes: all that a posterior needs. */
export interface Sums {
  readonly outcomes: number;
  readonly score: number;
}

/** Sums over the outcomes whose decision had a stated confidence in one tenth of the scale. */
export interface BinSums extends Sums {
  readonly confidence: number;
  /** Of (confidence − score)². */
  readonly squaredError: number;
}

/** What a store counts for one domain, or for all together. */
export interface Tally extends Sums {
  readonly domain: string;
  /** The earlier half in time; the rest is the later one. */
  readonly earlier: Sums;
  /** Ten, by stated confidence. */
  readonly bins: readonly BinSums[];
  readonly lastOutcomeAt?: Date | undefined;
}

export interface Posterior {
  readonly alpha: number;
  readonly beta: number;
  readonly mean: number;
  readonly variance: number;
}

/** From the uniform prior Beta(1, 1). An outcome adds its score to α and the rest to β, so a partial one counts as what it was. */
export function posterior({ outcomes, score }: Sums): Posterior {
  const alpha = 1 + score;
  const beta = 1 + outcomes - score;
  const total = alpha + beta;
  return { alpha, beta, mean: alpha / total, variance: (alpha * beta) / (total * total * (total + 1)) };
}

/** The exact equal-tailed interval that holds the rate with 95 % probability. */
export function credibleInterval({ alpha, beta }: Posterior, math: BetaMath): [number, number] {
  return [math.quantile(0.025, alpha, beta), math.quantile(0.975, alpha, beta)];
}

/** Which tenth of the scale a confidence lies in; 1 belongs to the last. */
export function binOf(confidence: number): number {
  return Math.min(BINS - 1, Math.floor(confidence * BINS));
}

export interface Reliability {
  readonly from: number;
  readonly outcomes: number;
  readonly meanConfidence: number | null;
  readonly successRate: number | null;
}

export interface Calibration extends Posterior {
  readonly domain: string;
  readonly sampleSize: number;
  readonly meanConfidence: number | null;
  /** Stated confidence minus observed success: positive is overconfident. */
  readonly gap: number | null;
  readonly status: CalibrationStatus;
  readonly brier: number | null;
  /** Expected calibration error over the ten bins. */
  readonly ece: number | null;
  readonly reliability: readonly Reliability[];
  readonly lastOutcomeAt?: Date | undefined;
}

export function calibrate(tally: Tally): Calibration {
  const rate = posterior(tally);
  const stated = tally.bins.reduce(
    (sum, bin) => ({
      outcomes: sum.outcomes + bin.outcomes,
      confidence: sum.confidence + bin.confidence,
      squaredError: sum.squaredError + bin.squaredError,
      gaps: sum.gaps + Math.abs(bin.confidence - bin.score),
    }),
    { outcomes: 0, confidence: 0, squaredError: 0, gaps: 0 },
  );
  const known = stated.outcomes > 0;
  const meanConfidence = known ? stated.confidence / stated.outcomes : null;
  const gap = meanConfidence === null ? null : meanConfidence - rate.mean;
  return {
    ...rate,
    domain: tally.domain,
    sampleSize: tally.outcomes,
    meanConfidence,
    gap,
    status: statusOf(gap),
    brier: known ? stated.squaredError / stated.outcomes : null,
    ece: known ? stated.gaps / stated.outcomes : null,
    reliability: tally.bins.map(({ outcomes, confidence, score }, i) => ({
      from: i / BINS,
      outcomes,
      meanConfidence: outcomes > 0 ? confidence / outcomes : null,
      successRate: outcomes > 0 ? score / outcomes : null,
    })),
    lastOutcomeAt: tally.lastOutcomeAt,
  };
}

export function statusOf(gap: number | null): CalibrationStatus {
  if (gap === null) return "no_confidence";
  const known = rounded(gap);
  if (Math.abs(known) <= WELL_CALIBRATED) return "well-calibrated";
  return known > 0 ? "overconfident" : "underconfident";
}

/** Compares time with time: did the later half of the outcomes go better than the earlier one? */
export function trendOf(tally: Tally, math: BetaMath): Trend {
  const later = {
    outcomes: tally.outcomes - tally.earlier.outcomes,
    score: tally.score - tally.earlier.score,
  };
  if (tally.earlier.outcomes === 0) return "stable";
  const better = rounded(math.probabilityGreater(posterior(later), posterior(tally.earlier)));
  if (better >= IMPROVING) return "improving";
  return better <= DECLINING ? "declining" : "stable";
}

/** What to add to a stated confidence. Little evidence moves it little. */
export function adjustmentOf(gap: number, sampleSize: number): number {
  const full = -gap * (sampleSize / (sampleSize + HALF_WAY_OUTCOMES));
  return Math.max(-LARGEST_ADJUSTMENT, Math.min(LARGEST_ADJUSTMENT, full));
}

/** One word for all domains: the mean size of their gaps, weighted by their outcomes. */
export function overallOf(calibrations: readonly Calibration[]): (typeof OVERALL)[number] {
  const known = calibrations.filter(({ gap }) => gap !== null);
  const outcomes = known.reduce((sum, { sampleSize }) => sum + sampleSize, 0);
  if (outcomes === 0) return "no_data";
  const sum = known.reduce((total, one) => total + Math.abs(one.gap as number) * one.sampleSize, 0);
  const gap = rounded(sum / outcomes);
  if (gap <= WELL_CALIBRATED) return "good";
  return gap <= FAIRLY_CALIBRATED ? "fair" : "poor";
}
