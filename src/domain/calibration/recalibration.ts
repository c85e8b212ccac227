import type { BinSums, Tally } from "./calibration.ts";

/**
 * The prior: the standard deviation of the intercept around 0 and of the slope around 1, on the logit scale. ADR 13
 * explains this and the next two figures.
 */
const PRIOR_DEVIATION = 0.2;
/**
 * The outcomes of the project's other domains count together for at most this many, because they are about other work.
 */
const MAX_WEIGHT_OF_OTHERS = 30;
/** Confidence is kept this far from 0 and 1, where the logit is infinite. */
const MIN_DISTANCE_FROM_CERTAIN = 0.005;
/** People do not state confidence more precisely than this. */
const MIN_VISIBLE_DIFFERENCE = 0.01;
const MAX_STEPS = 50;
const TOLERANCE = 1e-8;
const MIN_STEP_SHARE = 1e-4;
const ROUNDING_ERROR = 1e-12;

/** Maps a stated confidence p to the corrected one: logit(p) becomes intercept + slope · logit(p). */
interface Line {
  readonly intercept: number;
  readonly slope: number;
}

/**
 * How to correct the confidence stated in a domain, learned from its outcomes and those of the project's other domains.
 */
export interface Recalibration extends Line {
  /**
   * The probability that stated confidence is miscalibrated at all. The line is shrunk towards the identity by the
   * rest.
   */
  readonly miscalibrated: number;
  /** The number of outcomes with a stated confidence: in the domain, and in the project's other domains. */
  readonly outcomes: number;
  readonly otherOutcomes: number;
}

export interface Recommendation {
  readonly stated: number;
  readonly recommended: number;
  /** Whether the two differ by at least a hundredth. */
  readonly visible: boolean;
  readonly basis: Recalibration;
}

/** The outcomes of one bin, treated as if stated with the same confidence. */
interface Point {
  readonly logit: number;
  readonly outcomes: number;
  readonly score: number;
}

const AS_STATED: Line = { intercept: 0, slope: 1 };

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

function logit(confidence: number): number {
  const p = clamp(confidence, MIN_DISTANCE_FROM_CERTAIN, 1 - MIN_DISTANCE_FROM_CERTAIN);
  return Math.log(p / (1 - p));
}

/**
 * A logistic recalibration of a domain, from the sums of its bins. Two things keep a few outcomes from changing much:
 * the prior pulls the line towards the identity, and the line is weighted by the evidence that there is any
 * miscalibration.
 */
export function recalibrationOf(project: Tally, domain: Tally): Recalibration {
  const others = project.bins.map((bin, i) => subtract(bin, domain.bins[i] as BinSums));
  const otherOutcomes = outcomesIn(others);
  const points = [
    ...pointsOf(domain.bins, 1),
    ...pointsOf(others, MAX_WEIGHT_OF_OTHERS / (MAX_WEIGHT_OF_OTHERS + otherOutcomes)),
  ];
  const fit = fitLine(points);
  const miscalibrated = logistic(logEvidence(points, fit));
  const { intercept, slope } = fit.slope < 0 ? fitLevelLine(points) : fit;
  return {
    intercept: miscalibrated * intercept,
    slope: 1 + miscalibrated * (slope - 1),
    miscalibrated,
    outcomes: outcomesIn(domain.bins),
    otherOutcomes,
  };
}

export function recommendationOf(basis: Recalibration, stated: number): Recommendation {
  const asStated = logit(stated);
  // Adding the difference leaves every value exactly as stated when there is no correction, including 0 and 1.
  const correction = logistic(basis.intercept + basis.slope * asStated) - logistic(asStated);
  const recommended = clamp(stated + correction, 0, 1);
  return { stated, recommended, visible: Math.abs(recommended - stated) >= MIN_VISIBLE_DIFFERENCE, basis };
}

/** Clamped at zero, because a write may have happened between reading the two tallies. */
function subtract(all: BinSums, part: BinSums): BinSums {
  const outcomes = Math.max(0, all.outcomes - part.outcomes);
  return {
    outcomes,
    score: clamp(all.score - part.score, 0, outcomes),
    confidence: clamp(all.confidence - part.confidence, 0, outcomes),
    squaredError: Math.max(0, all.squaredError - part.squaredError),
  };
}

function outcomesIn(bins: readonly BinSums[]): number {
  return bins.reduce((sum, { outcomes }) => sum + outcomes, 0);
}

function pointsOf(bins: readonly BinSums[], weight: number): Point[] {
  return bins
    .filter(({ outcomes }) => outcomes > 0)
    .map(({ outcomes, score, confidence }) => ({
      logit: logit(confidence / outcomes),
      outcomes: weight * outcomes,
      score: weight * score,
    }));
}

/** The logarithm of prior times likelihood, up to a constant. */
function logPosterior(points: readonly Point[], { intercept, slope }: Line): number {
  const prior = -(intercept ** 2 + (slope - 1) ** 2) / (2 * PRIOR_DEVIATION ** 2);
  return points.reduce((sum, { logit: x, outcomes, score }) => {
    const at = intercept + slope * x;
    const log1pExp = Math.max(at, 0) + Math.log1p(Math.exp(-Math.abs(at)));
    return sum + score * at - outcomes * log1pExp;
  }, prior);
}

/** First derivatives of the log posterior, and the negated second derivatives. */
function derivativesAt(points: readonly Point[], { intercept, slope }: Line) {
  const precision = 1 / PRIOR_DEVIATION ** 2;
  const at = {
    byIntercept: -intercept * precision,
    bySlope: -(slope - 1) * precision,
    intercepts: precision,
    both: 0,
    slopes: precision,
  };
  for (const { logit: x, outcomes, score } of points) {
    const p = logistic(intercept + slope * x);
    const information = outcomes * p * (1 - p);
    at.byIntercept += score - outcomes * p;
    at.bySlope += (score - outcomes * p) * x;
    at.intercepts += information;
    at.both += information * x;
    at.slopes += information * x * x;
  }
  return { ...at, determinant: at.intercepts * at.slopes - at.both ** 2 };
}

/** The line with the highest posterior. It is concave, so damped Newton steps find the maximum. */
function fitLine(points: readonly Point[]): Line {
  return maximise(points, (line) => {
    const { byIntercept, bySlope, intercepts, both, slopes, determinant } = derivativesAt(points, line);
    return {
      intercept: (slopes * byIntercept - both * bySlope) / determinant,
      slope: (intercepts * bySlope - both * byIntercept) / determinant,
    };
  });
}

/** Used if more confidence went with less success: every confidence is then mapped to the same value. */
function fitLevelLine(points: readonly Point[]): Line {
  return maximise(
    points,
    (line) => {
      const { byIntercept, intercepts } = derivativesAt(points, line);
      return { intercept: byIntercept / intercepts, slope: 0 };
    },
    { intercept: 0, slope: 0 },
  );
}

function maximise(points: readonly Point[], stepAt: (line: Line) => Line, from: Line = AS_STATED): Line {
  let line = from;
  for (let i = 0; i < MAX_STEPS; i++) {
    const step = stepAt(line);
    if (Math.abs(step.intercept) + Math.abs(step.slope) < TOLERANCE) break;
    const reached = (share: number): Line => ({
      intercept: line.intercept + share * step.intercept,
      slope: line.slope + share * step.slope,
    });
    // Near the maximum, rounding errors hide the increase, and a full step is right.
    const least = logPosterior(points, line) - ROUNDING_ERROR * Math.abs(logPosterior(points, line));
    let share = 1;
    while (share > MIN_STEP_SHARE && logPosterior(points, reached(share)) < least) share /= 2;
    line = reached(share);
  }
  return line;
}

/**
 * The log Bayes factor for a fitted line against confidence as stated, by Laplace's approximation. Both are equally
 * likely a priori.
 */
function logEvidence(points: readonly Point[], fit: Line): number {
  const { determinant } = derivativesAt(points, fit);
  const priorTerm = 0.5 * Math.log(determinant * PRIOR_DEVIATION ** 4);
  return logPosterior(points, fit) - logPosterior(points, AS_STATED) - priorTerm;
}
