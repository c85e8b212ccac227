/** What outcomes say about a stated confidence, as a status and as a sentence. */
import { rounded, wholePercent } from "../../shared/rounding.ts";
import { countWords, MIN_OUTCOMES, type OutcomeCounts, type Sums } from "./calibration.ts";
import { type Recalibration, type Recommendation, recommendationOf } from "./recalibration.ts";

export const CALIBRATION_STATUSES = [
  "well-calibrated",
  "overconfident",
  "underconfident",
  "uncertain",
  "no_confidence",
] as const;
export type CalibrationStatus = (typeof CALIBRATION_STATUSES)[number];

/** A smaller difference between the stated and the recommended confidence is not worth a word. */
export const MIN_DIFFERENCE = 0.05;
/** From this probability on that stated confidence does not mean what it says, it is said. */
const SURE_FROM = 0.8;
/** With fewer outcomes than this no rate is given as a percentage, and nothing is called well calibrated. */
export const ENOUGH_OUTCOMES = 10;

/** Whether the recommended confidence differs enough from the stated one to be mentioned. */
export const isWorthAWord = ({ stated, recommended }: Recommendation): boolean =>
  rounded(Math.abs(recommended - stated)) >= MIN_DIFFERENCE;

/** The judgement of outcomes about a stated confidence. */
export interface ConfidenceJudgement {
  readonly status: CalibrationStatus;
  /** Null if no confidence was stated. */
  readonly recommended: Recommendation | null;
  /** The amount to add to the stated confidence. */
  readonly adjustment: number | null;
}

/** The status follows from the recommended confidence and from how sure it is that anything is wrong. */
export function judgeConfidence(basis: Recalibration, stated: number | null): ConfidenceJudgement {
  if (stated === null) return { status: "no_confidence", recommended: null, adjustment: null };
  const recommended = recommendationOf(basis, stated);
  return {
    status: statusOf(recommended),
    recommended,
    adjustment: rounded(recommended.recommended - stated),
  };
}

function statusOf(recommendation: Recommendation): CalibrationStatus {
  const { stated, recommended, basis } = recommendation;
  if (isWorthAWord(recommendation)) {
    if (basis.miscalibrated < SURE_FROM) return "uncertain";
    return recommended < stated ? "overconfident" : "underconfident";
  }
  return basis.outcomes < ENOUGH_OUTCOMES ? "uncertain" : "well-calibrated";
}

interface AdviceFacts extends ConfidenceJudgement {
  readonly domain: string;
  /** Everybody's outcomes in the domain. */
  readonly team: Sums & { readonly counts: OutcomeCounts };
  /** Those of whoever asks. */
  readonly own?: Sums | undefined;
  /** Those of decisions that went the same way, as counts in words. */
  readonly thisWay?: string | undefined;
}

/** Says what the outcomes of a domain mean for the next decision in it. The counts come first, and there is one figure to state. */
export function adviceOn(facts: AdviceFacts): string {
  const { status, recommended, team } = facts;
  const which = decisionsAbout(facts.domain);
  if (facts.thisWay !== undefined) return byWay(facts.thisWay, facts);
  if (team.outcomes < MIN_OUTCOMES) return tooFew(team.outcomes, which, recommended);
  const counts = `${workedOut(team, which)}${ownPart(facts)}`;
  switch (status) {
    case "well-calibrated":
      return `${counts}; confidence in them has meant what it says.`;
    case "overconfident":
      return `${counts}. Confidence in them has been too high: ${stateInstead(recommended)}.`;
    case "underconfident":
      return `${counts}. Confidence in them has been too low: ${stateInstead(recommended)}.`;
    case "uncertain":
      return recommended && isWorthAWord(recommended)
        ? `${counts} so far, which is too little to be sure; ${fairer(recommended)}.`
        : `${counts} so far, which is too little to judge confidence by.`;
    case "no_confidence":
      return `${counts}. No confidence was stated for them, so it cannot be judged: state one when you capture a decision.`;
  }
}

/** What is known of the way itself comes first, and says more than the domain does. */
function byWay(thisWay: string, { status, recommended }: ConfidenceJudgement): string {
  const counts = `Of the decisions that went this way: ${thisWay}.`;
  if (!recommended) return `${counts} State how sure you are when you capture it.`;
  switch (status) {
    case "overconfident":
      return `${counts} You are too sure: ${stateInstead(recommended)}.`;
    case "underconfident":
      return `${counts} It deserves more trust: ${stateInstead(recommended)}.`;
    case "uncertain":
      return isWorthAWord(recommended)
        ? `${counts} That is too little to be sure; ${fairer(recommended)}.`
        : `${counts} That is too little to judge confidence by.`;
    default:
      return `${counts} That is about as sure as you are.`;
  }
}

const decisionsAbout = (domain: string): string =>
  domain === "all" ? "decisions" : `decisions about ${domain}`;

function tooFew(outcomes: number, which: string, recommended: Recommendation | null): string {
  const count = `${outcomes === 0 ? "no outcome" : outcomes === 1 ? "1 outcome" : `${outcomes} outcomes`}`;
  const known = `There ${outcomes > 1 ? "are" : "is"} ${count} for ${which} so far, and ${MIN_OUTCOMES} are needed to judge confidence by.`;
  return recommended && isWorthAWord(recommended)
    ? `${known} Going by the rest of this project, ${fairer(recommended)}.`
    : known;
}

/** Counts are whole: what worked partly is named by itself. */
const workedOut = ({ counts, outcomes }: AdviceFacts["team"], which: string): string =>
  counts.partly === 0
    ? `${counts.worked} of ${outcomes} ${which} worked out`
    : `Of ${outcomes} ${which} ${countWords(counts)}`;

function ownPart({ team, own }: AdviceFacts): string {
  if (!own || own.outcomes === 0 || own.outcomes >= team.outcomes) return "";
  return team.counts.partly === 0
    ? `, ${own.score} of ${own.outcomes} of your own`
    : `; ${own.outcomes} are your own`;
}

const stateInstead = (recommended: Recommendation | null): string =>
  recommended
    ? `state ${wholePercent(recommended.recommended)} instead of ${wholePercent(recommended.stated)}`
    : "state what you really expect";

const fairer = ({ recommended, stated }: Recommendation): string =>
  `${wholePercent(recommended)} would be fairer than ${wholePercent(stated)}`;
