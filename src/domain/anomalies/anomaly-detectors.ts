import { roundedShare } from "../shared/rounding.ts";
import { DAY_MS } from "../shared/time.ts";
import { CONTRADICTING_OUTCOMES } from "../skills/skill.ts";
import { isContradicted } from "../skills/skill-life.ts";
import { type Anomaly, type Detector, SHOWN_IDS } from "./anomaly.ts";
import { confidenceDrifting } from "./confidence-drifting.ts";
import { poissonTail } from "./poisson.ts";
import { rateDropped } from "./rate-dropped.ts";

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
