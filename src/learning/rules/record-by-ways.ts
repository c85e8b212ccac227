/** The record of an author and a domain, in which outcomes of one way count together for less than those of several. */
import { BINS, type BinSums, binOf, type ConfidenceEvidence } from "../../calibration/index.ts";
import { weightInPrior } from "./estimate.ts";
import type { Way } from "./ways.ts";

/** A settled decision for the record: whose it was, about what, and with which confidence. */
export interface Recorded {
  readonly id: string;
  /** Undefined if none was stated. */
  readonly confidence?: number | undefined;
  readonly ofAuthor: boolean;
  readonly ofDomain: boolean;
}

/**
 * Takes from the sums what the outcomes of the ways count too much: four failures of one way say little
 * about another.
 */
export function recordByWays(
  evidence: ConfidenceEvidence,
  ways: readonly Way[],
  recorded: ReadonlyMap<string, Recorded>,
  strength: number,
): ConfidenceEvidence {
  const excess = (ofAuthor: boolean, ofDomain: boolean): BinSums[] => {
    const bins = Array.from({ length: BINS }, () => ({
      outcomes: 0,
      score: 0,
      confidence: 0,
      squaredError: 0,
    }));
    for (const way of ways) {
      const tooMuch = 1 - weightInPrior(way.length, strength);
      for (const { id, score } of way) {
        const one = recorded.get(id);
        if (one?.confidence === undefined || one.ofAuthor !== ofAuthor || one.ofDomain !== ofDomain) continue;
        const bin = bins[binOf(one.confidence)] as (typeof bins)[number];
        bin.outcomes += tooMuch;
        bin.score += tooMuch * score;
        bin.confidence += tooMuch * one.confidence;
      }
    }
    return bins;
  };
  const [others = [], sameDomain = [], rest = []] = evidence.elsewhere;
  return {
    own: less(evidence.own, excess(true, true)),
    recent: evidence.recent,
    elsewhere: [
      less(others, excess(true, false)),
      less(sameDomain, excess(false, true)),
      less(rest, excess(false, false)),
    ],
  };
}

const less = (bins: readonly BinSums[], part: readonly BinSums[]): BinSums[] =>
  bins.map((bin, i) => {
    const taken = part[i] as BinSums;
    const outcomes = Math.max(0, bin.outcomes - taken.outcomes);
    return {
      ...bin,
      outcomes,
      score: Math.min(outcomes, Math.max(0, bin.score - taken.score)),
      confidence: Math.min(outcomes, Math.max(0, bin.confidence - taken.confidence)),
    };
  });
