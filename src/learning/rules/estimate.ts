/**
 * What will happen, from everything that is known about a way: one posterior, which everything else is read from.
 *
 * The probability that a decision works out is distributed as Beta(κm + Σwy, κ(1 − m) + Σw(1 − y)). m is what the record
 * of the author and of the domain makes of the stated confidence, from the outcomes of other ways; κ is how much it
 * counts, from how much ways differ; y are the scores of settled decisions; and w is the probability that one of them went
 * the same way and still tells something.
 */
import {
  type CalibrationStatus,
  ENOUGH_OUTCOMES,
  MIN_DIFFERENCE,
  MIN_OUTCOMES,
  type OutcomeCounts,
} from "../../calibration/index.ts";
import type { OutcomeStatus } from "../../decisions/index.ts";
import type { BetaMath, BetaShape } from "../../shared/ports.ts";
import { rounded } from "../../shared/rounding.ts";
import { DAY_MS } from "../../shared/time.ts";
import { logBeta } from "./regime.ts";
import type { Evidence, Way } from "./ways.ts";

/** The strengths that the prior may have, and how probable each is beforehand: about 4, within a factor of five. */
const STRENGTHS = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4, 5.6, 8, 11, 16, 22, 32, 45, 64];
const USUAL_STRENGTH = 4;
const SPREAD = 1.6;

/**
 * By how many outcomes the prior counts: few if ways differ much, so that the rate of others says little about one. The mean
 * over the strengths, by how probable each makes the outcomes of the ways.
 */
export function strengthOf(ways: readonly Way[]): number {
  const counts = ways.map((way) => ({
    n: way.length,
    worked: way.reduce((sum, { score }) => sum + score, 0),
  }));
  const rate = (counts.reduce((sum, { n, worked }) => sum + worked / n, 0) + 1) / (counts.length + 2);
  const logs = STRENGTHS.map((strength) => {
    const [alpha, beta] = [strength * rate, strength * (1 - rate)];
    const prior = -((Math.log(strength / USUAL_STRENGTH) / SPREAD) ** 2) / 2;
    return counts.reduce(
      (sum, { n, worked }) => sum + logBeta(alpha + worked, beta + n - worked) - logBeta(alpha, beta),
      prior,
    );
  });
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return Math.exp(
    weights.reduce((sum, weight, i) => sum + (weight / total) * Math.log(STRENGTHS[i] as number), 0),
  );
}

/**
 * How much each of so many outcomes of one way counts for the rate of others. They are alike, so that together they count
 * for less than as many outcomes of different ways.
 */
export const weightInPrior = (outcomesOfWay: number, strength: number): number =>
  1 / (1 + (outcomesOfWay - 1) / (strength + 1));

/** An outcome counts half after this time: what decisions are about changes slowly, and a regime is looked for. */
const HALF_LIFE_MS = 8 * 365 * DAY_MS;

export const ageWeight =
  (now: Date) =>
  (at: Date): number =>
    2 ** -(Math.max(0, now.getTime() - at.getTime()) / HALF_LIFE_MS);

/** A settled decision counts as one of the way if it is more probably one than not. */
const COUNTS_FROM = 0.5;

export const isCounted = ({ weight }: Evidence): boolean => weight >= COUNTS_FROM;

export function countsOf(statuses: readonly OutcomeStatus[]): OutcomeCounts {
  const count = (status: OutcomeStatus): number => statuses.filter((one) => one === status).length;
  return { worked: count("success"), partly: count("partial"), failed: count("failure") };
}

export const allOf = ({ worked, partly, failed }: OutcomeCounts): number => worked + partly + failed;

/** What outcomes make of a proposed decision. */
export interface Estimate extends BetaShape {
  readonly mean: number;
  /** What it would be without the evidence of the way. */
  readonly prior: number;
  /** The probability that the decision goes a way of which something is known. */
  readonly known: number;
  /** The sum of the weights. */
  readonly outcomes: number;
}

export function estimateFrom(prior: number, strength: number, evidence: readonly Evidence[]): Estimate {
  let [alpha, beta, outcomes] = [strength * prior, strength * (1 - prior), 0];
  for (const { weight, settled } of evidence) {
    alpha += weight * settled.score;
    beta += weight * (1 - settled.score);
    outcomes += weight;
  }
  // Certainty would be no distribution.
  [alpha, beta] = [Math.max(alpha, LEAST_SHAPE), Math.max(beta, LEAST_SHAPE)];
  const ways = new Map(evidence.map(({ way, sameWay }) => [way, sameWay]));
  return {
    alpha,
    beta,
    mean: outcomes === 0 ? prior : alpha / (alpha + beta),
    prior,
    known: [...ways.values()].reduce((sum, probability) => sum + probability, 0),
    outcomes,
  };
}

const LEAST_SHAPE = 1e-3;

/** The middle 95 % of the posterior. */
export const intervalOf = ({ alpha, beta }: BetaShape, math: BetaMath): [number, number] => [
  math.quantile(0.025, alpha, beta),
  math.quantile(0.975, alpha, beta),
];

/** The probability that it fails rather than works out, as far as something is known about its way. */
export const riskOfHistory = (estimate: Estimate, math: BetaMath): number =>
  estimate.known * math.probabilityBelow(0.5, estimate);

/** From this probability on that stated confidence is too high, or too low, it is said. */
const SURE_FROM = 0.8;

/** What the record of author and domain says by itself. */
interface PriorJudgement {
  /** The probability that stated confidence does not mean what it says. */
  readonly miscalibrated: number;
  /** The number of outcomes with a stated confidence. */
  readonly outcomes: number;
}

/** What a stated confidence is called. */
export function statusOf(
  stated: number,
  estimate: Estimate,
  record: PriorJudgement,
  math: BetaMath,
): CalibrationStatus {
  const difference = rounded(estimate.mean - stated);
  if (Math.abs(difference) >= MIN_DIFFERENCE) {
    const below = math.probabilityBelow(stated, estimate);
    const side = difference < 0 ? below : 1 - below;
    // Many outcomes may say so without any of the same way.
    const byRecord = (estimate.prior - stated) * difference > 0 ? record.miscalibrated : 0;
    if (Math.max(side, byRecord) < SURE_FROM) return "uncertain";
    return difference < 0 ? "overconfident" : "underconfident";
  }
  const enough = estimate.outcomes >= MIN_OUTCOMES - HALF_AN_OUTCOME || record.outcomes >= ENOUGH_OUTCOMES;
  return enough ? "well-calibrated" : "uncertain";
}

/** Weights are hardly ever whole. */
const HALF_AN_OUTCOME = 0.5;
