import { workedOf } from "../calibration/advice.ts";
import type { Sums } from "../calibration/calibration.ts";
import { roundedShare, roundTo } from "../shared/rounding.ts";
import { type Anomaly, type Detector, type ScoredOutcome, SHOWN_IDS } from "./anomaly.ts";
import { CHANGE_WINDOW, type ChangeRule, HELD_SHARE, MIN_AFTER, MIN_BEFORE } from "./change-point.ts";
import { domainChanges, SILENT_AFTER_DAYS } from "./domain-changes.ts";

const RATES = 20;
/** A fall is of high severity if the evidence is as strong and the fall as large as this. */
const SEVERE_ODDS = 100;
const SEVERE_FALL = 0.3;

/** `npm run bench anomalies` measures the false alarms and the falls found that follow from these odds. */
export const FALLING_RATE: ChangeRule<{ readonly score: number }> = {
  hypotheses: Array.from({ length: RATES }, (_, rank) => ({ rank, chance: () => (rank + 0.5) / RATES })),
  reportedFrom: 8,
};

export const rateDropped: Detector = {
  kind: "rate_dropped",
  rule: `The newest outcomes of a domain (up to ${CHANGE_WINDOW}) fit a fall of the success rate ${FALLING_RATE.reportedFrom} times better than none: the sum over all places of the fall with ${MIN_BEFORE} or more outcomes before it and ${MIN_AFTER} or more after it, divided by the number of outcomes. The figures are those of the most likely place. It is of high severity with odds of ${SEVERE_ODDS} and a fall by ${SEVERE_FALL} or more. It ends when later outcomes bring the odds below ${HELD_SHARE * FALLING_RATE.reportedFrom}, because the rate recovered or the lower one has become usual, and ${SILENT_AFTER_DAYS} days after the last outcome.`,
  detect: ({ recent, now }) =>
    domainChanges(recent, FALLING_RATE, now).map(({ domain, odds, before, after, since }): Anomaly => {
      const [earlier, later] = [sumsOf(before), sumsOf(after)];
      const [earlierRate, laterRate] = [earlier, later].map(({ score, outcomes }) => score / outcomes) as [
        number,
        number,
      ];
      const severe = odds >= SEVERE_ODDS && earlierRate - laterRate >= SEVERE_FALL;
      return {
        kind: "rate_dropped",
        severity: severe ? "high" : "medium",
        domain,
        what: `Decisions of ${domain} worked out in ${workedOf(earlier)} before, ${workedOf(later)} since ${since}.`,
        figures: {
          earlier_rate: roundedShare(earlierRate),
          later_rate: roundedShare(laterRate),
          earlier_outcomes: earlier.outcomes,
          later_outcomes: later.outcomes,
          odds: roundTo(1, odds),
        },
        decisions: after
          .flatMap(({ decisionId, score }) => (score < 0.5 ? [decisionId] : []))
          .reverse()
          .slice(0, SHOWN_IDS),
        nextStep: `Read the failed decisions of ${domain} for what they have in common, and supersede the ones that no longer serve.`,
      };
    }),
};

export function sumsOf(outcomes: readonly ScoredOutcome[]): Sums {
  return { outcomes: outcomes.length, score: outcomes.reduce((sum, { score }) => sum + score, 0) };
}
