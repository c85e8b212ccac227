import type { BinSums } from "./calibration.ts";

/** Confidence is kept this far from 0 and 1, where the logit is infinite. */
const MIN_DISTANCE_FROM_CERTAIN = 0.005;
const MAX_STEPS = 50;
const TOLERANCE = 1e-8;
const MIN_STEP_SHARE = 1e-4;
const ROUNDING_ERROR = 1e-12;

/** Maps a stated confidence p to the corrected one: logit(p) becomes intercept + slope · logit(p). */
export interface Line {
  readonly intercept: number;
  readonly slope: number;
}

/** What is assumed about a line before any outcome: independent normal distributions, or exactly this line. */
export interface LinePrior extends Line {
  /** Standard deviations; without them it is exactly this line. */
  readonly deviation?: Line | undefined;
}

export interface FittedLine extends Line {
  /** The logarithm of the probability of the outcomes under the prior. */
  readonly logEvidence: number;
  /** The variances of intercept and slope after the outcomes. */
  readonly variance: Line;
}

/** The outcomes of one bin, treated as if stated with the same confidence. */
export interface Point {
  readonly logit: number;
  readonly outcomes: number;
  readonly score: number;
}

export const AS_STATED: Line = { intercept: 0, slope: 1 };

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
export const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(high, value));

export function logit(confidence: number): number {
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

/** The most probable line after the outcomes. The evidence is Laplace's approximation. */
export function fitLine(points: readonly Point[], prior: LinePrior): FittedLine {
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
