/** The detectors of anomalies, with the rule of each. `DETECTORS` at the end lists them. */
import type { Sums } from "../../calibration/index.ts";
import { roundedShare, roundTo } from "../../shared/rounding.ts";
import { DAY_MS } from "../../shared/time.ts";
import { type Anomaly, type Detector, type ScoredOutcome, SHOWN_IDS } from "./anomaly.ts";
import {
  CHANGE_WINDOW,
  type ChangeRule,
  domainChanges,
  HELD_SHARE,
  MIN_AFTER,
  MIN_BEFORE,
  SILENT_AFTER_DAYS,
} from "./change-point.ts";
import { CONTRADICTING_OUTCOMES, isContradicted } from "./skill.ts";

const RATES = 20;
/** A fall is of high severity if the evidence is as strong and the fall as large as this. */
const SEVERE_ODDS = 100;
const SEVERE_FALL = 0.3;

/** `npm run bench anomalies` measures the false alarms and the falls found that follow from these odds. */
export const FALLING_RATE: ChangeRule<{ readonly score: number }> = {
  hypotheses: Array.from({ length: RATES }, (_, rank) => ({ rank, chance: () => (rank + 0.5) / RATES })),
  reportedFrom: 8,
};

const rateDropped: Detector = {
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
        what: `Decisions of ${domain} worked out in ${workedOf(before)} before, ${workedOf(after)} since ${since}.`,
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

/** `4 of 6`: a partial success counts as what it was nearer to. */
const workedOf = (outcomes: readonly ScoredOutcome[]): string =>
  `${outcomes.filter(({ score }) => score >= 0.5).length} of ${outcomes.length}`;

function sumsOf(outcomes: readonly ScoredOutcome[]): Sums {
  return { outcomes: outcomes.length, score: outcomes.reduce((sum, { score }) => sum + score, 0) };
}

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

const confidenceDrifting: Detector = {
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
  `${meanConfidence(forecasts).toFixed(2)} was stated and ${workedOf(forecasts)} worked out`;

const MEDIUM_OVERDUE = 5;
const HIGH_OVERDUE = 20;
/** Fewer captures in a day are normal, however quiet the weeks before were. */
const BURST_CAPTURES = 10;
const BURST_PROBABILITY = 0.001;
const FLOOD_CAPTURES = 50;
/** A contradiction longer ago than this is no longer reported. */
const CONTRADICTED_DAYS = 30;

const outcomesOverdue: Detector = {
  kind: "outcomes_overdue",
  rule: `A decision that holds has no outcome although it is due: 30 days after it was made, unless it or its project says otherwise. ${MEDIUM_OVERDUE} of them are of medium severity, ${HIGH_OVERDUE} of high severity.`,
  detect: ({ overdue: { total, longest } }) =>
    total === 0
      ? []
      : [
          {
            kind: "outcomes_overdue",
            severity: total >= HIGH_OVERDUE ? "high" : total >= MEDIUM_OVERDUE ? "medium" : "low",
            what: `${total === 1 ? "1 decision is" : `${total} decisions are`} past the day when the outcome should be known, and nobody said how ${total === 1 ? "it" : "they"} worked out.`,
            figures: { decisions: total },
            decisions: longest.slice(0, SHOWN_IDS).map(({ id }) => id),
            nextStep: {
              text: "Record how they worked out.",
              remedies: [{ remedy: "list-due" }, { remedy: "record-outcome" }],
            },
          },
        ],
};

const skillContradicted: Detector = {
  kind: "skill_contradicted",
  rule: `The last ${CONTRADICTING_OUTCOMES} outcomes of a skill failed, or those of an antipattern worked, although most of them together say otherwise; the latest of them came within ${CONTRADICTED_DAYS} days.`,
  detect: ({ skills, now }) =>
    skills.filter(isContradicted).flatMap((skill): Anomaly[] => {
      const { id, domain, tally, successes, latest, lastWorkedAt, lastFailedAt } = skill;
      const failing = latest.every(({ worked }) => !worked);
      const since = failing ? lastFailedAt : lastWorkedAt;
      if (!since || now.getTime() - since.getTime() > CONTRADICTED_DAYS * DAY_MS) return [];
      return [
        {
          kind: "skill_contradicted",
          severity: failing ? "medium" : "low",
          domain,
          what: failing
            ? `What used to work in ${domain} fails now: the last ${CONTRADICTING_OUTCOMES} of ${id} failed, although ${successes} of ${tally.outcomes} worked.`
            : `What used to fail in ${domain} works now: the last ${CONTRADICTING_OUTCOMES} of ${id} worked, although ${tally.outcomes - successes} of ${tally.outcomes} failed.`,
          figures: { outcomes: tally.outcomes, successes, contradicting: CONTRADICTING_OUTCOMES },
          decisions: latest.map(({ decisionId }) => decisionId).slice(0, SHOWN_IDS),
          nextStep: failing
            ? "Find out what changed, and supersede the decisions that still rely on it; it is no longer recommended."
            : "Find out what changed; it is no longer warned of.",
        },
      ];
    }),
};

const captureBurst: Detector = {
  kind: "capture_burst",
  rule: `${BURST_CAPTURES} or more decisions were captured within a day, and the probability of so many is at most ${BURST_PROBABILITY} in a Poisson process with the daily mean of up to four weeks before (one capture added, so that a quiet past does not make every day a burst).`,
  detect: ({ captures: { lastDay, newest, weeks } }) => {
    if (lastDay < BURST_CAPTURES || weeks.length === 0) return [];
    const mean = (weeks.reduce((sum, count) => sum + count, 0) + 1) / (7 * weeks.length);
    const probability = poissonTail(lastDay, mean);
    if (probability > BURST_PROBABILITY) return [];
    return [
      {
        kind: "capture_burst",
        severity: lastDay >= FLOOD_CAPTURES ? "medium" : "low",
        what: `${lastDay} decisions were captured within a day, where ${roundedShare(mean)} a day were usual.`,
        figures: { captured: lastDay, usual_per_day: roundedShare(mean), probability },
        decisions: newest.slice(0, SHOWN_IDS),
        nextStep:
          "Look through the newest ones: retract what is not a decision, and check that no client captures by itself.",
      },
    ];
  },
};

/** Anomalies of the same severity are reported in this order. */
export const DETECTORS: readonly Detector[] = [
  rateDropped,
  confidenceDrifting,
  outcomesOverdue,
  skillContradicted,
  captureBurst,
];

/** The probability of `count` or more events in a Poisson distribution with this mean. */
export function poissonTail(count: number, mean: number): number {
  if (count <= 0) return 1;
  if (mean <= 0) return 0;
  // Up to the mean the lower side is the shorter sum, and it loses no precision.
  if (count <= mean) {
    let below = 0;
    for (let i = 0; i < count; i++) below += pointProbability(i, mean);
    return Math.max(0, 1 - below);
  }
  let term = pointProbability(count, mean);
  let tail = 0;
  for (let i = count; term > tail * Number.EPSILON; i++) {
    tail += term;
    term *= mean / (i + 1);
  }
  return Math.min(1, tail);
}

function pointProbability(count: number, mean: number): number {
  let logFactorial = 0;
  for (let i = 2; i <= count; i++) logFactorial += Math.log(i);
  return Math.exp(count * Math.log(mean) - mean - logFactorial);
}
