import { MIN_OUTCOMES, posterior, type Sums } from "../calibration/calibration.ts";
import { wholePercent } from "../shared/percent.ts";
import { roundedShare } from "../shared/rounding.ts";
import { DAY_MS } from "../shared/time.ts";
import { CONTRADICTING_OUTCOMES } from "../skills/skill.ts";
import { isContradicted } from "../skills/skill-life.ts";
import { type Anomaly, type AnomalyFacts, type Detector, type ScoredOutcome, SHOWN_IDS } from "./anomaly.ts";
import { poissonTail } from "./poisson.ts";

/** The success rate dropped if the probability that the later half is better is at most this. */
const DROP_PROBABILITY = 0.05;
const SEVERE_DROP_PROBABILITY = 0.01;
/** Minimum number of forecasts in each half, minimum change of the gap, and the same in standard errors. */
const DRIFT_OUTCOMES = 5;
const DRIFT_GAP = 0.15;
const DRIFT_ERRORS = 2.5;
const MEDIUM_OVERDUE = 5;
const HIGH_OVERDUE = 20;
/** Fewer captures in a day are normal, however quiet the weeks before were. */
const BURST_CAPTURES = 10;
const BURST_PROBABILITY = 0.001;
const FLOOD_CAPTURES = 50;
/** A contradiction longer ago than this is no longer reported. */
const CONTRADICTED_DAYS = 30;

const rateDropped: Detector = {
  kind: "rate_dropped",
  rule: `The outcomes of a domain (${2 * MIN_OUTCOMES} or more) are halved in time. The probability that the later half has the higher success rate is at most ${DROP_PROBABILITY}; at most ${SEVERE_DROP_PROBABILITY} is of high severity.`,
  detect: ({ tallies, recent }, math) =>
    tallies.flatMap((tally): Anomaly[] => {
      if (tally.outcomes < 2 * MIN_OUTCOMES) return [];
      const later: Sums = {
        outcomes: tally.outcomes - tally.earlier.outcomes,
        score: tally.score - tally.earlier.score,
      };
      const [now, before] = [posterior(later), posterior(tally.earlier)];
      const better = math.probabilityGreater(now, before);
      if (better > DROP_PROBABILITY) return [];
      const { domain } = tally;
      return [
        {
          kind: "rate_dropped",
          severity: better <= SEVERE_DROP_PROBABILITY ? "high" : "medium",
          domain,
          what: `Decisions of ${domain} worked out in ${wholePercent(before.mean)} of the earlier cases and in ${wholePercent(now.mean)} of the later ones.`,
          figures: {
            earlier_rate: roundedShare(before.mean),
            later_rate: roundedShare(now.mean),
            earlier_outcomes: tally.earlier.outcomes,
            later_outcomes: later.outcomes,
            probability_no_worse: roundedShare(better),
          },
          decisions: recent
            .filter((outcome) => outcome.domain === domain)
            .slice(0, later.outcomes)
            .filter(({ score }) => score < 0.5)
            .slice(0, SHOWN_IDS)
            .map(({ decisionId }) => decisionId),
          nextStep: `Read the failed decisions of ${domain} for what they have in common, and supersede the ones that no longer serve.`,
        },
      ];
    }),
};

const confidenceDrifting: Detector = {
  kind: "confidence_drifting",
  rule: `Of a domain's recent outcomes with a stated confidence (${DRIFT_OUTCOMES} or more in each half), the gap between confidence and success is wider in the later half than in the earlier one, by ${DRIFT_GAP} or more and by ${DRIFT_ERRORS} standard errors or more.`,
  detect: ({ recent }) =>
    [...byDomain(recent)].flatMap(([domain, outcomes]): Anomaly[] => {
      const half = Math.floor(outcomes.length / 2);
      if (half < DRIFT_OUTCOMES) return [];
      const [later, earlier] = [gapOf(outcomes.slice(0, half)), gapOf(outcomes.slice(half))];
      const moved = later.mean - earlier.mean;
      const wider = Math.abs(later.mean) > Math.abs(earlier.mean);
      const error = Math.sqrt(later.squaredError + earlier.squaredError);
      if (!wider || Math.abs(moved) < DRIFT_GAP || Math.abs(moved) < DRIFT_ERRORS * error) return [];
      const over = later.mean > 0;
      return [
        {
          kind: "confidence_drifting",
          severity: Math.abs(later.mean) >= 2 * DRIFT_GAP ? "high" : "medium",
          domain,
          what: `Confidence in ${domain} has become too ${over ? "high" : "low"}: it was off by ${signed(earlier.mean)} and is off by ${signed(later.mean)} now.`,
          figures: {
            earlier_gap: roundedShare(earlier.mean),
            later_gap: roundedShare(later.mean),
            outcomes: outcomes.length,
            standard_error: roundedShare(error),
          },
          decisions: outcomes.slice(0, Math.min(half, SHOWN_IDS)).map(({ decisionId }) => decisionId),
          nextStep: {
            text: `State a ${over ? "lower" : "higher"} confidence for ${domain}.`,
            remedies: [{ remedy: "get-confidence-guidance" }],
          },
        },
      ];
    }),
};

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

type Forecast = ScoredOutcome & { readonly statedConfidence: number };

function byDomain(recent: AnomalyFacts["recent"]): Map<string, Forecast[]> {
  const domains = new Map<string, Forecast[]>();
  for (const outcome of recent) {
    if (outcome.statedConfidence === undefined) continue;
    const inDomain = domains.get(outcome.domain) ?? [];
    inDomain.push(outcome as Forecast);
    domains.set(outcome.domain, inDomain);
  }
  return domains;
}

/** The mean of confidence minus score, and the square of its standard error. */
function gapOf(forecasts: readonly Forecast[]): { mean: number; squaredError: number } {
  const gaps = forecasts.map(({ statedConfidence, score }) => statedConfidence - score);
  const n = gaps.length;
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / n;
  const squares = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0);
  return { mean, squaredError: squares / (n - 1) / n };
}

const signed = (gap: number): string => `${gap > 0 ? "+" : "−"}${Math.abs(gap).toFixed(2)}`;
