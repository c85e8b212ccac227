import type { BetaMath } from "../shared/ports.ts";
import { type BinSums, binOf, credibleInterval, posterior, type Sums } from "./calibration.ts";
import { type CalibrationStatus, judgeConfidence } from "./confidence-status.ts";
import {
  type ConfidenceEvidence,
  MOST_RECENT,
  recalibrationOf,
  type StatedOutcome,
} from "./recalibration.ts";

const MORE = 10;

/** What it would be like if so many of the next outcomes were successes. */
export interface Course {
  readonly successes: number;
  /** How probable that is, going by the outcomes so far. */
  readonly probability: number;
  readonly interval: readonly [number, number];
  readonly status: CalibrationStatus;
}

export interface MoreOutcomes {
  readonly more: number;
  readonly interval: readonly [number, number];
  readonly status: CalibrationStatus;
  /** The width of the interval that is to be expected afterwards. */
  readonly expectedWidth: number;
  /** For every number of successes among them, none first. */
  readonly courses: readonly Course[];
}

/**
 * What ten more outcomes would change: how wide the interval of the success rate is then, and what would be said about
 * stated confidence. They are taken to be stated with the mean confidence so far, failures spread evenly among them.
 */
export function withMore(
  sums: Sums,
  evidence: ConfidenceEvidence,
  stated: number | null,
  math: BetaMath,
): MoreOutcomes {
  const courses = Array.from({ length: MORE + 1 }, (_, successes): Course => {
    const then = { outcomes: sums.outcomes + MORE, score: sums.score + successes };
    return {
      successes,
      probability: probabilityOf(successes, sums),
      interval: credibleInterval(posterior(then), math),
      status: judgeConfidence(
        recalibrationOf(stated === null ? evidence : after(evidence, stated, successes)),
        stated,
      ).status,
    };
  });
  return {
    more: MORE,
    interval: credibleInterval(posterior(sums), math),
    status: judgeConfidence(recalibrationOf(evidence), stated).status,
    expectedWidth: courses.reduce(
      (sum, { probability, interval: [low, high] }) => sum + probability * (high - low),
      0,
    ),
    courses,
  };
}

/** Of the beta-binomial distribution: how many of the next will be successes, given the posterior of the rate. */
function probabilityOf(successes: number, sums: Sums): number {
  const { alpha, beta } = posterior(sums);
  let probability = 1;
  // Each factor stays near one, so that nothing overflows with many outcomes.
  for (let i = 0; i < MORE; i++) {
    const own = i < successes ? alpha + i : beta + i - successes;
    const ways = i < successes ? (MORE - i) / (successes - i) : 1;
    probability *= (ways * own) / (alpha + beta + i);
  }
  return probability;
}

function after(evidence: ConfidenceEvidence, confidence: number, successes: number): ConfidenceEvidence {
  const next = Array.from({ length: MORE }, (_, i): StatedOutcome => {
    const isSuccess = Math.floor(((i + 1) * successes) / MORE) > Math.floor((i * successes) / MORE);
    return { confidence, score: isSuccess ? 1 : 0 };
  });
  const own = evidence.own.map((bin, i): BinSums => {
    if (i !== binOf(confidence)) return bin;
    return {
      outcomes: bin.outcomes + MORE,
      score: bin.score + successes,
      confidence: bin.confidence + MORE * confidence,
      squaredError:
        bin.squaredError + successes * (1 - confidence) ** 2 + (MORE - successes) * confidence ** 2,
    };
  });
  return { ...evidence, own, recent: [...evidence.recent, ...next].slice(-MOST_RECENT) };
}
