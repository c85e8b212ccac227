import { workedOf } from "../calibration/advice.ts";
import { roundedShare, roundTo } from "../shared/rounding.ts";
import { type Anomaly, type Detector, type ScoredOutcome, SHOWN_IDS } from "./anomaly.ts";
import { CHANGE_WINDOW, type ChangeRule, HELD_SHARE, MIN_AFTER, MIN_BEFORE } from "./change-point.ts";
import { domainChanges, SILENT_AFTER_DAYS } from "./domain-changes.ts";
import { sumsOf } from "./rate-dropped.ts";

/** How far confidence may be off to either side, in tenths. */
const LARGEST_GAP = 5;
/** No success is taken for certain or impossible, because a single outcome would rule that out for ever. */
const LEAST_CHANCE = 0.025;
const SEVERE_GAP = 0.3;

type Forecast = ScoredOutcome & { readonly statedConfidence: number };

/** The gap that is further from zero is the worse one, to whichever side; so there is more chance for a false alarm than with a rate. */
export const WIDENING_GAP: ChangeRule<Pick<Forecast, "score" | "statedConfidence">> = {
  hypotheses: Array.from({ length: 2 * LARGEST_GAP + 1 }, (_, n) => n - LARGEST_GAP).map((tenths) => ({
    rank: -Math.abs(tenths),
    chance: ({ statedConfidence }) =>
      Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, statedConfidence - tenths / 10)),
  })),
  reportedFrom: 16,
};

export const confidenceDrifting: Detector = {
  kind: "confidence_drifting",
  rule: `The newest outcomes of a domain with a stated confidence (among up to ${CHANGE_WINDOW}) fit a gap between confidence and success that became wider ${WIDENING_GAP.reportedFrom} times better than one that stayed: the sum over all places of the change with ${MIN_BEFORE} or more outcomes before it and ${MIN_AFTER} or more after it, divided by the number of outcomes. A gap of ${SEVERE_GAP} or more is of high severity. It ends when later outcomes bring the odds below ${HELD_SHARE * WIDENING_GAP.reportedFrom}, and ${SILENT_AFTER_DAYS} days after the last outcome.`,
  detect: ({ recent, now }) =>
    domainChanges<Forecast>(recent.filter(isForecast), WIDENING_GAP, now).flatMap(
      ({ domain, odds, before, after, since }): Anomaly[] => {
        const [earlier, later] = [gapOf(before), gapOf(after)];
        // Where confidence varies, the means may say otherwise than the outcomes one by one. The figures have to agree.
        if (Math.abs(later) <= Math.abs(earlier)) return [];
        const over = later > 0;
        return [
          {
            kind: "confidence_drifting",
            severity: Math.abs(later) >= SEVERE_GAP ? "high" : "medium",
            domain,
            what: `Confidence in ${domain} has become too ${over ? "high" : "low"}: ${statedAndWorked(before)} before, ${statedAndWorked(after)} since ${since}.`,
            figures: {
              earlier_gap: roundedShare(earlier),
              later_gap: roundedShare(later),
              earlier_outcomes: before.length,
              later_outcomes: after.length,
              odds: roundTo(1, odds),
            },
            decisions: after
              .map(({ decisionId }) => decisionId)
              .reverse()
              .slice(0, SHOWN_IDS),
            nextStep: {
              text: `State a ${over ? "lower" : "higher"} confidence for ${domain}.`,
              remedies: [{ remedy: "get-confidence-guidance" }],
            },
          },
        ];
      },
    ),
};

const isForecast = (outcome: ScoredOutcome): outcome is Forecast => outcome.statedConfidence !== undefined;

const meanConfidence = (forecasts: readonly Forecast[]): number =>
  forecasts.reduce((sum, { statedConfidence }) => sum + statedConfidence, 0) / forecasts.length;

/** Confidence minus success, on average. */
const gapOf = (forecasts: readonly Forecast[]): number =>
  meanConfidence(forecasts) - sumsOf(forecasts).score / forecasts.length;

const statedAndWorked = (forecasts: readonly Forecast[]): string =>
  `${meanConfidence(forecasts).toFixed(2)} was stated and ${workedOf(sumsOf(forecasts))} worked out`;
