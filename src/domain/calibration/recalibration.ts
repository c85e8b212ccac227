import type { BinSums, Tally } from "./calibration.ts";

/**
 * How far a project's stated confidence is from what happened, taken before any outcome: the standard deviation of the
 * intercept around 0 and of the slope around 1, on the logit scale. ADR 13 has the figures these three came from.
 */
const SPREAD = 0.2;
/** What the project's other domains count together, however many outcomes they have: they are other work. */
const MOST_FROM_OTHERS = 30;
/** Stated certainty is taken as this far from it: a logit has no end. */
const NEAREST_TO_CERTAIN = 0.005;
/** A smaller difference is none that anybody would state. */
const VISIBLE = 0.01;
const ENOUGH_STEPS = 50;
const CLOSE_ENOUGH = 1e-8;
const SHORTEST_STEP = 1e-4;
const ROUNDING = 1e-12;

/** The map from a stated confidence to what it should have been: logit(p) becomes intercept + slope · logit(p). */
interface Line {
  readonly intercept: number;
  readonly slope: number;
}

/** What a domain's outcomes, and the project's others, say about stated confidence. */
export interface Recalibration extends Line {
  /** How probable it is that stated confidence does not mean what it says. The line is drawn back by the rest. */
  readonly miscalibrated: number;
  /** Outcomes with a stated confidence that it was made from: the domain's own, and the project's others. */
  readonly outcomes: number;
  readonly otherOutcomes: number;
}

export interface Recommendation {
  readonly stated: number;
  readonly recommended: number;
  /** Whether the two differ by as much as anybody would state. */
  readonly visible: boolean;
  readonly basis: Recalibration;
}

/** Outcomes that count as made with one confidence. */
interface Point {
  readonly logit: number;
  readonly outcomes: number;
  readonly score: number;
}

const AS_STATED: Line = { intercept: 0, slope: 1 };

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
const clamped = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

function logit(confidence: number): number {
  const p = clamped(confidence, NEAREST_TO_CERTAIN, 1 - NEAREST_TO_CERTAIN);
  return Math.log(p / (1 - p));
}

/**
 * A logistic recalibration of a domain, from the sums of its bins. Two doubts keep few outcomes from changing much: the
 * prior holds the line near the identity, and the line counts only as far as the outcomes speak for it at all.
 */
export function recalibrationOf(project: Tally, domain: Tally): Recalibration {
  const others = project.bins.map((bin, i) => without(bin, domain.bins[i] as BinSums));
  const otherOutcomes = outcomesIn(others);
  const points = [
    ...pointsOf(domain.bins, 1),
    ...pointsOf(others, MOST_FROM_OTHERS / (MOST_FROM_OTHERS + otherOutcomes)),
  ];
  const found = fitted(points);
  const miscalibrated = logistic(logEvidence(points, found));
  const { intercept, slope } = found.slope < 0 ? flatThrough(points) : found;
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
  // The difference is what is added, so that no correction leaves 0, 1 and everything between exactly as stated.
  const correction = logistic(basis.intercept + basis.slope * asStated) - logistic(asStated);
  const recommended = clamped(stated + correction, 0, 1);
  return { stated, recommended, visible: Math.abs(recommended - stated) >= VISIBLE, basis };
}

/** Never below zero: the two tallies may have been read around a write. */
function without(all: BinSums, part: BinSums): BinSums {
  const outcomes = Math.max(0, all.outcomes - part.outcomes);
  return {
    outcomes,
    score: clamped(all.score - part.score, 0, outcomes),
    confidence: clamped(all.confidence - part.confidence, 0, outcomes),
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
function support(points: readonly Point[], { intercept, slope }: Line): number {
  const prior = -(intercept ** 2 + (slope - 1) ** 2) / (2 * SPREAD ** 2);
  return points.reduce((sum, { logit: x, outcomes, score }) => {
    const at = intercept + slope * x;
    const log1pExp = Math.max(at, 0) + Math.log1p(Math.exp(-Math.abs(at)));
    return sum + score * at - outcomes * log1pExp;
  }, prior);
}

/** First derivatives of the support, and the second ones with their signs turned. */
function slopesAt(points: readonly Point[], { intercept, slope }: Line) {
  const precision = 1 / SPREAD ** 2;
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

/** The line with the most support. The support is concave, so Newton's steps, shortened where they overshoot, find it. */
function fitted(points: readonly Point[]): Line {
  return climbed(points, (line) => {
    const { byIntercept, bySlope, intercepts, both, slopes, determinant } = slopesAt(points, line);
    return {
      intercept: (slopes * byIntercept - both * bySlope) / determinant,
      slope: (intercepts * bySlope - both * byIntercept) / determinant,
    };
  });
}

/** Where more confidence went with less success, none is recommended over another: the line stays level. */
function flatThrough(points: readonly Point[]): Line {
  return climbed(
    points,
    (line) => {
      const { byIntercept, intercepts } = slopesAt(points, line);
      return { intercept: byIntercept / intercepts, slope: 0 };
    },
    { intercept: 0, slope: 0 },
  );
}

function climbed(points: readonly Point[], stepAt: (line: Line) => Line, from: Line = AS_STATED): Line {
  let line = from;
  for (let i = 0; i < ENOUGH_STEPS; i++) {
    const step = stepAt(line);
    if (Math.abs(step.intercept) + Math.abs(step.slope) < CLOSE_ENOUGH) break;
    const reached = (share: number): Line => ({
      intercept: line.intercept + share * step.intercept,
      slope: line.slope + share * step.slope,
    });
    // Close to the top rounding hides the way up, and the whole step is right.
    const least = support(points, line) - ROUNDING * Math.abs(support(points, line));
    let share = 1;
    while (share > SHORTEST_STEP && support(points, reached(share)) < least) share /= 2;
    line = reached(share);
  }
  return line;
}

/**
 * By how much the outcomes speak for some line rather than for confidence as stated: the logarithm of the Bayes factor,
 * by Laplace's approximation. Both are held equally likely beforehand.
 */
function logEvidence(points: readonly Point[], found: Line): number {
  const { determinant } = slopesAt(points, found);
  const known = 0.5 * Math.log(determinant * SPREAD ** 4);
  return support(points, found) - support(points, AS_STATED) - known;
}
