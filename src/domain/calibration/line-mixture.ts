import {
  AS_STATED,
  type FittedLine,
  fitLine,
  type LinePrior,
  logistic,
  logit,
  type Point,
} from "./confidence-line.ts";

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
 * What the lines add to a stated confidence. A line that falls is taken as level: more confidence never gets a lower
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
