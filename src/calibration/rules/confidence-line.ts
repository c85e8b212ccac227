/**
 * How stated confidence may differ from what it should have been: lines through the logits of the bins, each with its
 * probability.
 */
import type { BinSums } from "./calibration.ts";

/** Maps a stated confidence p to the corrected one: logit(p) becomes intercept + slope · logit(p). */
interface Line {
  readonly intercept: number;
  readonly slope: number;
}

/** The assumption about a line before any outcome: independent normal distributions, or exactly this line. */
interface LinePrior extends Line {
  /** Standard deviations; without them it is exactly this line. */
  readonly deviation?: Line | undefined;
}

interface FittedLine extends Line {
  /** The logarithm of the probability of the outcomes under the prior. */
  readonly logEvidence: number;
  /** The variances of intercept and slope after the outcomes. */
  readonly variance: Line;
}

/** The outcomes of one bin, treated as if stated with the same confidence. */
interface Point {
  readonly logit: number;
  readonly outcomes: number;
  readonly score: number;
}

const AS_STATED: Line = { intercept: 0, slope: 1 };

/** A line that stated confidence may follow, with its probability. */
export interface WeightedPrior extends LinePrior {
  readonly probability: number;
}

export interface WeightedLine extends FittedLine {
  readonly probability: number;
  /** Whether it leaves confidence as stated. */
  readonly asStated: boolean;
}

export interface LineMixture {
  readonly lines: readonly WeightedLine[];
  /** The logarithm of the probability of the outcomes. */
  readonly logEvidence: number;
}

/** Before any outcome: nothing is wrong, something small is, or something gross. ADR 13 explains the figures. */
export const PRIOR: readonly WeightedPrior[] = [
  { ...AS_STATED, probability: 0.5 },
  { ...AS_STATED, deviation: { intercept: 0.2, slope: 0.2 }, probability: 0.3 },
  { ...AS_STATED, deviation: { intercept: 0.7, slope: 0.3 }, probability: 0.2 },
];

/** Fits every line, and weighs the lines by how probable each makes the outcomes. */
export function fitMixture(points: readonly Point[], priors: readonly WeightedPrior[]): LineMixture {
  const fitted = priors.map((prior) => ({ prior, line: fitLine(points, prior) }));
  const largest = Math.max(...fitted.map(({ line }) => line.logEvidence));
  const weights = fitted.map(({ prior, line }) => prior.probability * Math.exp(line.logEvidence - largest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    lines: fitted.map(({ prior, line }, i) => ({
      ...line,
      probability: (weights[i] as number) / total,
      asStated: !prior.deviation && prior.intercept === 0 && prior.slope === 1,
    })),
    logEvidence: largest + Math.log(total),
  };
}

/** Averages mixtures by the probability of each. */
export function averageOf(mixtures: readonly { readonly mixture: LineMixture; readonly prior: number }[]): {
  readonly lines: readonly WeightedLine[];
  /** The probability of each mixture. */
  readonly probabilities: readonly number[];
} {
  const largest = Math.max(...mixtures.map(({ mixture }) => mixture.logEvidence));
  const weights = mixtures.map(({ mixture, prior }) => prior * Math.exp(mixture.logEvidence - largest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const probabilities = weights.map((weight) => weight / total);
  return {
    probabilities,
    lines: mixtures.flatMap(({ mixture }, i) =>
      mixture.lines.map((line) => ({
        ...line,
        probability: line.probability * (probabilities[i] as number),
      })),
    ),
  };
}

/**
 * The amount that the lines add to a stated confidence. A line that falls is taken as level: more confidence never gets a lower
 * recommendation.
 */
export function correctionOf(lines: readonly WeightedLine[], stated: number): number {
  const x = logit(stated);
  const asStated = logistic(x);
  return lines.reduce(
    (sum, { intercept, slope, probability }) =>
      sum + probability * (logistic(intercept + Math.max(0, slope) * x) - asStated),
    0,
  );
}

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
export const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(high, value));

function logit(confidence: number): number {
  const p = clamp(confidence, MIN_DISTANCE_FROM_CERTAIN, 1 - MIN_DISTANCE_FROM_CERTAIN);
  return Math.log(p / (1 - p));
}

export function pointsOf(bins: readonly BinSums[], weight = 1): Point[] {
  return bins
    .filter(({ outcomes }) => outcomes > 0)
    .map(({ outcomes, score, confidence }) => ({
      logit: logit(confidence / outcomes),
      outcomes: weight * outcomes,
      score: weight * score,
    }));
}

/** Confidence is kept this far from 0 and 1, where the logit is infinite. */
const MIN_DISTANCE_FROM_CERTAIN = 0.005;
const MAX_STEPS = 50;
const TOLERANCE = 1e-8;
const MIN_STEP_SHARE = 1e-4;
const ROUNDING_ERROR = 1e-12;

/** The most probable line after the outcomes. The evidence is Laplace's approximation. */
function fitLine(points: readonly Point[], prior: LinePrior): FittedLine {
  const { deviation } = prior;
  if (!deviation) {
    return { ...prior, logEvidence: logLikelihood(points, prior), variance: { intercept: 0, slope: 0 } };
  }
  const line = mostProbable(points, prior, deviation);
  const { intercepts, slopes, determinant } = derivativesAt(points, line, prior, deviation);
  const priorTerm = Math.log(determinant * deviation.intercept ** 2 * deviation.slope ** 2) / 2;
  return {
    ...line,
    logEvidence: logPosterior(points, line, prior, deviation) - priorTerm,
    variance: { intercept: slopes / determinant, slope: intercepts / determinant },
  };
}

function logLikelihood(points: readonly Point[], { intercept, slope }: Line): number {
  return points.reduce((sum, { logit: x, outcomes, score }) => {
    const at = intercept + slope * x;
    const log1pExp = Math.max(at, 0) + Math.log1p(Math.exp(-Math.abs(at)));
    return sum + score * at - outcomes * log1pExp;
  }, 0);
}

/** Up to a constant. */
function logPosterior(points: readonly Point[], line: Line, prior: Line, deviation: Line): number {
  const intercept = (line.intercept - prior.intercept) / deviation.intercept;
  const slope = (line.slope - prior.slope) / deviation.slope;
  return logLikelihood(points, line) - (intercept ** 2 + slope ** 2) / 2;
}

/** First derivatives of the log posterior, and the negated second derivatives. */
function derivativesAt(points: readonly Point[], line: Line, prior: Line, deviation: Line) {
  const [ofIntercept, ofSlope] = [1 / deviation.intercept ** 2, 1 / deviation.slope ** 2];
  const at = {
    byIntercept: -(line.intercept - prior.intercept) * ofIntercept,
    bySlope: -(line.slope - prior.slope) * ofSlope,
    intercepts: ofIntercept,
    both: 0,
    slopes: ofSlope,
  };
  for (const { logit: x, outcomes, score } of points) {
    const p = logistic(line.intercept + line.slope * x);
    const information = outcomes * p * (1 - p);
    at.byIntercept += score - outcomes * p;
    at.bySlope += (score - outcomes * p) * x;
    at.intercepts += information;
    at.both += information * x;
    at.slopes += information * x * x;
  }
  return { ...at, determinant: at.intercepts * at.slopes - at.both ** 2 };
}

/** The posterior is concave, so damped Newton steps find its maximum. */
function mostProbable(points: readonly Point[], prior: Line, deviation: Line): Line {
  let line: Line = { intercept: prior.intercept, slope: prior.slope };
  for (let i = 0; i < MAX_STEPS; i++) {
    const { byIntercept, bySlope, intercepts, both, slopes, determinant } = derivativesAt(
      points,
      line,
      prior,
      deviation,
    );
    const step = {
      intercept: (slopes * byIntercept - both * bySlope) / determinant,
      slope: (intercepts * bySlope - both * byIntercept) / determinant,
    };
    if (Math.abs(step.intercept) + Math.abs(step.slope) < TOLERANCE) break;
    const reached = (share: number): Line => ({
      intercept: line.intercept + share * step.intercept,
      slope: line.slope + share * step.slope,
    });
    const now = logPosterior(points, line, prior, deviation);
    // Near the maximum, rounding errors hide the increase, and a full step is right.
    const least = now - ROUNDING_ERROR * Math.abs(now);
    let share = 1;
    while (share > MIN_STEP_SHARE && logPosterior(points, reached(share), prior, deviation) < least)
      share /= 2;
    line = reached(share);
  }
  return line;
}
