/**
 * Sums over outcomes, and what follows from them: the success rate, its interval, and how far confidence was right.
 */
import type { Author } from "../../shared/actor.ts";
import type { BetaMath } from "../../shared/ports.ts";
import { rounded } from "../../shared/rounding.ts";
import type { Scope } from "../../shared/scope.ts";
import type { ConfidenceEvidence } from "./recalibration.ts";

export const BINS = 10;
/** Below this many outcomes no rate is reported. */
export const MIN_OUTCOMES = 3;
/** Corrections up to these sizes count as well and as fairly calibrated. */
const MAX_CORRECTION_WELL_CALIBRATED = 0.05;
const MAX_CORRECTION_FAIRLY_CALIBRATED = 0.15;
/** Limits for the probability that the later half of the outcomes has the higher rate. */
const IMPROVING_FROM = 0.8;
const DECLINING_UP_TO = 0.2;

export const TRENDS = ["improving", "stable", "declining"] as const;
export type Trend = (typeof TRENDS)[number];

export const OVERALL_RATINGS = ["good", "fair", "poor", "no_data"] as const;

/** Sums over outcomes, each value rounded by `roundForSum`; a posterior needs nothing else. */
export interface Sums {
  readonly outcomes: number;
  readonly score: number;
}

/** How many decisions worked out, worked out partly, and failed. */
export interface OutcomeCounts {
  readonly worked: number;
  readonly partly: number;
  readonly failed: number;
}

/** `8 worked`, `7 worked, 1 partly, 4 failed`; nothing of nothing. */
export function countWords({ worked, partly, failed }: OutcomeCounts): string {
  const parts = [
    [worked, "worked"],
    [partly, "partly"],
    [failed, "failed"],
  ] as const;
  return parts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])).join(", ");
}

/** Sums over the outcomes whose stated confidence lies in one tenth of the scale. */
export interface BinSums extends Sums {
  readonly confidence: number;
  /** The sum of (confidence − score)². */
  readonly squaredError: number;
}

/** The counts of a store for one domain, or for all domains together. */
export interface Tally extends Sums {
  readonly domain: string;
  readonly counts: OutcomeCounts;
  /** The first half of the outcomes by time, then by id. */
  readonly earlier: Sums;
  /** Ten bins by stated confidence. */
  readonly bins: readonly BinSums[];
  /** The greatest time of an outcome, whichever arrived last. */
  readonly lastOutcomeAt?: Date | undefined;
}

interface Posterior {
  readonly alpha: number;
  readonly beta: number;
  readonly mean: number;
  readonly variance: number;
}

/**
 * Starts from the uniform prior Beta(1, 1). An outcome adds its score to α and 1 − score to β, so partial ones count
 * partly.
 */
export function posterior({ outcomes, score }: Sums): Posterior {
  const alpha = 1 + score;
  const beta = 1 + outcomes - score;
  const total = alpha + beta;
  return { alpha, beta, mean: alpha / total, variance: (alpha * beta) / (total * total * (total + 1)) };
}

/** The exact equal-tailed 95 % credible interval of the rate. */
export function credibleInterval({ alpha, beta }: Posterior, math: BetaMath): [number, number] {
  return [math.quantile(0.025, alpha, beta), math.quantile(0.975, alpha, beta)];
}

/** The tenth of the scale that a confidence lies in; 1 belongs to the last one. */
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

/** Whether the later half of the outcomes went better than the earlier half. */
export function trendOf(tally: Tally, math: BetaMath): Trend {
  const later = {
    outcomes: tally.outcomes - tally.earlier.outcomes,
    score: tally.score - tally.earlier.score,
  };
  if (tally.earlier.outcomes === 0) return "stable";
  const better = rounded(math.probabilityGreater(posterior(later), posterior(tally.earlier)));
  if (better >= IMPROVING_FROM) return "improving";
  return better <= DECLINING_UP_TO ? "declining" : "stable";
}

/** A rating of all domains, from the mean size of what their confidence would have to change, weighted by their outcomes. */
export function overallOf(
  domains: readonly { readonly sampleSize: number; readonly adjustment: number | null }[],
): (typeof OVERALL_RATINGS)[number] {
  const known = domains.flatMap(({ sampleSize, adjustment }) =>
    adjustment === null ? [] : [{ sampleSize, size: Math.abs(adjustment) }],
  );
  const outcomes = known.reduce((sum, { sampleSize }) => sum + sampleSize, 0);
  if (outcomes === 0) return "no_data";
  const mean = rounded(known.reduce((sum, { size, sampleSize }) => sum + size * sampleSize, 0) / outcomes);
  if (mean <= MAX_CORRECTION_WELL_CALIBRATED) return "good";
  return mean <= MAX_CORRECTION_FAIRLY_CALIBRATED ? "fair" : "poor";
}

const UNIT = 2 ** 32;

/**
 * Every value is rounded to a multiple of 2⁻³² before it is summed. Sums of up to two million such values between 0 and
 * 1 are exact in a double, so they do not depend on the order of the additions, and removing a value gives back the same
 * bits as before it was added. The store also rounds in SQL, so this must be arithmetic that SQL does in the same way:
 * `Math.round` and SQL's `round` differ just below a half.
 */
export function roundForSum(value: number): number {
  return Math.trunc(value * UNIT + 0.5) / UNIT;
}

/** Whose confidence, and about what: without an author everybody's, without a domain about everything. */
export interface ConfidenceLevel {
  readonly domain?: string | undefined;
  readonly author?: Author | undefined;
}

/** The sums that calibration is computed from. Every write that changes them updates them. */
export interface TallyStore {
  /** For one domain, or for all of them under the name `all`. Without outcomes the sums are zero. */
  tally(scope: Scope, domain?: string): Promise<Tally>;
  /** The outcomes that tell how far stated confidence can be trusted. */
  confidenceEvidence(scope: Scope, level: ConfidenceLevel): Promise<ConfidenceEvidence>;
  /** For every domain that has outcomes. */
  tallies(scope: Scope): Promise<readonly Tally[]>;
  /** The number of active decisions without an outcome that were due by `by`. */
  dueCount(scope: Scope, by: Date, domain?: string): Promise<number>;
}
