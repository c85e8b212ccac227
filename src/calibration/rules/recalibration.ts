import { BINS, type BinSums, binOf } from "./calibration.ts";
import {
  averageOf,
  clamp,
  correctionOf,
  fitMixture,
  type LineMixture,
  PRIOR,
  pointsOf,
  type WeightedLine,
  type WeightedPrior,
} from "./confidence-line.ts";

/** The probability beforehand that confidence here is as good as elsewhere. ADR 13 explains these figures. */
const LIKE_ELSEWHERE = 0.5;
/** The outcomes of another level count together for at most this many, because they are about other work. */
const MAX_WEIGHT_OF_OTHERS = 60;
/** How far a line may differ from the one elsewhere that it is like. */
const DIFFERENCE_FROM_ELSEWHERE = 0.1;
/** The probability beforehand that only the last outcomes still tell something. */
const CHANGED = 0.05;
/** With more outcomes than this it is less probable in proportion: what held for long goes on holding. */
const LONG = 50;
/** How many last outcomes that may be. As many as the smallest have to be left before them. */
const SINCE_CHANGE = [5, 10, 20, 40, 80];
/** More outcomes than these are not looked at one by one. */
export const MOST_RECENT = 160;

export interface StatedOutcome {
  readonly confidence: number;
  readonly score: number;
}

/** The outcomes with a stated confidence that tell something about confidence: of an author in a domain, say. */
export interface ConfidenceEvidence {
  readonly own: readonly BinSums[];
  /** The last ones of `own`, at most `MOST_RECENT`, oldest first. */
  readonly recent: readonly StatedOutcome[];
  /** Outcomes that may have come about alike: of the author in other domains, of others in the domain. */
  readonly elsewhere: readonly (readonly BinSums[])[];
}

/** How to correct a stated confidence. */
export interface Recalibration {
  readonly lines: readonly WeightedLine[];
  /** The probability that stated confidence does not mean what it says. */
  readonly miscalibrated: number;
  /** The probability that the rate has changed, so that only the last outcomes tell something. */
  readonly changed: number;
  readonly observed: readonly ObservedRate[];
  /** The number of outcomes with a stated confidence, and the sum of their scores. */
  readonly outcomes: number;
  readonly score: number;
  /** The number of those elsewhere. */
  readonly otherOutcomes: number;
}

export interface Recommendation {
  readonly stated: number;
  readonly recommended: number;
  readonly basis: Recalibration;
}

export const NO_EVIDENCE: ConfidenceEvidence = { own: [], recent: [], elsewhere: [] };

/**
 * A logistic recalibration: an average over lines that stated confidence may follow, weighted by how probable the outcomes
 * make each. Few outcomes change little unless they are plain, and those from elsewhere count while they agree.
 */
export function recalibrationOf({ own, recent, elsewhere }: ConfidenceEvidence): Recalibration {
  const known = elsewhere.filter((bins) => outcomesIn(bins) > 0);
  const priors = priorsFrom(known);
  const possible = courses(own, recent, priors);
  const { lines, probabilities } = averageOf(possible);
  const likeliest = possible[probabilities.indexOf(Math.max(...probabilities))] as Course;
  return {
    lines,
    miscalibrated: lines.reduce(
      (total, { asStated, probability }) => total + (asStated ? 0 : probability),
      0,
    ),
    changed: 1 - (probabilities[0] as number),
    observed: [likeliest.bins, added(known)].flatMap((bins) => observedRateOf(bins) ?? []),
    outcomes: outcomesIn(own),
    score: own.reduce((total, { score }) => total + score, 0),
    otherOutcomes: outcomesIn(added(known)),
  };
}

/** The recommendation lies between what was stated and what was observed: a line says little about where nothing was. */
export function recommendationOf(basis: Recalibration, stated: number): Recommendation {
  const span = [stated, ...basis.observed.map((rate) => rate(stated))];
  const corrected = clamp(stated + correctionOf(basis.lines, stated), Math.min(...span), Math.max(...span));
  return { stated, recommended: clamp(corrected, 0, 1), basis };
}

/** A line may be like the one of another level, or start from nothing. */
function priorsFrom(elsewhere: readonly (readonly BinSums[])[]): readonly WeightedPrior[] {
  if (elsewhere.length === 0) return PRIOR;
  const share = LIKE_ELSEWHERE / elsewhere.length;
  return [
    ...PRIOR.map((prior) => ({ ...prior, probability: prior.probability * (1 - LIKE_ELSEWHERE) })),
    ...elsewhere.flatMap((bins) => {
      const weight = MAX_WEIGHT_OF_OTHERS / (MAX_WEIGHT_OF_OTHERS + outcomesIn(bins));
      return fitMixture(pointsOf(bins, weight), PRIOR).lines.map((line) => likeLine(line, share));
    }),
  ];
}

function likeLine(line: WeightedLine, share: number): WeightedPrior {
  const { intercept, slope, variance, asStated } = line;
  const probability = share * line.probability;
  if (asStated) return { intercept, slope, probability };
  const spread = (own: number): number => Math.sqrt(own + DIFFERENCE_FROM_ELSEWHERE ** 2);
  return {
    intercept,
    slope,
    deviation: { intercept: spread(variance.intercept), slope: spread(variance.slope) },
    probability,
  };
}

/** A course that things may have taken: which outcomes still tell something, and what they say. */
interface Course {
  readonly bins: readonly BinSums[];
  readonly mixture: LineMixture;
  readonly prior: number;
}

/** First that all outcomes tell the same, then that only the last ones do. */
function courses(
  own: readonly BinSums[],
  recent: readonly StatedOutcome[],
  priors: readonly WeightedPrior[],
): Course[] {
  const before = outcomesIn(own) - (SINCE_CHANGE[0] as number);
  const possible = SINCE_CHANGE.filter((count) => count <= recent.length && count <= before);
  const unchanged = { bins: own, mixture: fitMixture(pointsOf(own), priors) };
  const changed = CHANGED * Math.min(1, LONG / outcomesIn(own));
  if (possible.length === 0) return [{ ...unchanged, prior: 1 }];
  return [
    { ...unchanged, prior: 1 - changed },
    ...possible.map((count) => {
      const bins = binned(recent.slice(-count));
      const since = fitMixture(pointsOf(bins), priors);
      const until = fitMixture(pointsOf(subtracted(own, bins)), priors);
      const logEvidence = since.logEvidence + until.logEvidence;
      return { bins, mixture: { lines: since.lines, logEvidence }, prior: changed / possible.length };
    }),
  ];
}

const NOTHING: BinSums = { outcomes: 0, score: 0, confidence: 0, squaredError: 0 };

function binned(outcomes: readonly StatedOutcome[]): BinSums[] {
  const bins = Array.from({ length: BINS }, () => NOTHING);
  for (const { confidence, score } of outcomes) {
    const bin = binOf(confidence);
    bins[bin] = sum(bins[bin] as BinSums, { outcomes: 1, score, confidence, squaredError: 0 });
  }
  return bins;
}

function sum(one: BinSums, other: BinSums): BinSums {
  return {
    outcomes: one.outcomes + other.outcomes,
    score: one.score + other.score,
    confidence: one.confidence + other.confidence,
    squaredError: one.squaredError + other.squaredError,
  };
}

const added = (levels: readonly (readonly BinSums[])[]): BinSums[] =>
  Array.from({ length: BINS }, (_, i) =>
    levels.reduce((total, bins) => sum(total, bins[i] ?? NOTHING), NOTHING),
  );

/** Clamped, because sums of rounded values may differ from the values in their last digits. */
function subtracted(all: readonly BinSums[], part: readonly BinSums[]): BinSums[] {
  return all.map((bin, i) => {
    const { outcomes, score, confidence } = part[i] ?? NOTHING;
    const left = Math.max(0, bin.outcomes - outcomes);
    return {
      outcomes: left,
      score: clamp(bin.score - score, 0, left),
      confidence: clamp(bin.confidence - confidence, 0, left),
      squaredError: 0,
    };
  });
}

function outcomesIn(bins: readonly BinSums[]): number {
  return bins.reduce((total, { outcomes }) => total + outcomes, 0);
}

/** The success rate that was observed at each confidence. It never falls, and is constant beyond what was stated. */
type ObservedRate = (confidence: number) => number;

interface Block {
  outcomes: number;
  score: number;
  confidence: number;
}

/**
 * Neighbouring bins in which more confidence went with less success are put together (pool adjacent violators); between
 * bins it is interpolated. Undefined without outcomes.
 */
export function observedRateOf(bins: readonly BinSums[]): ObservedRate | undefined {
  const blocks: Block[] = [];
  for (const { outcomes, score, confidence } of bins) {
    if (outcomes <= 0) continue;
    let block: Block = { outcomes, score, confidence };
    for (let last = blocks.at(-1); last && rateOf(last) >= rateOf(block); last = blocks.at(-1)) {
      blocks.pop();
      block = {
        outcomes: last.outcomes + block.outcomes,
        score: last.score + block.score,
        confidence: last.confidence + block.confidence,
      };
    }
    blocks.push(block);
  }
  if (blocks.length === 0) return undefined;
  return (confidence) => {
    const next = blocks.findIndex((block) => meanOf(block) >= confidence);
    if (next === 0) return rateOf(blocks[0] as Block);
    if (next < 0) return rateOf(blocks.at(-1) as Block);
    const [low, high] = [blocks[next - 1] as Block, blocks[next] as Block];
    const share = (confidence - meanOf(low)) / (meanOf(high) - meanOf(low));
    return rateOf(low) + share * (rateOf(high) - rateOf(low));
  };
}

const rateOf = ({ score, outcomes }: Block): number => score / outcomes;
const meanOf = ({ confidence, outcomes }: Block): number => confidence / outcomes;
