import { wholePercent } from "../shared/percent.ts";
import { MIN_OUTCOMES, type Sums } from "./calibration.ts";
import { type ConfidenceJudgement, isWorthAWord } from "./confidence-status.ts";
import type { Recommendation } from "./recalibration.ts";

/** `4 of 6`. A partial success counts as what it was. */
export const workedOf = ({ score, outcomes }: Sums): string =>
  `${Number.isInteger(score) ? score : score.toFixed(1)} of ${outcomes}`;

export interface AdviceFacts extends ConfidenceJudgement {
  readonly domain: string;
  /** Everybody's outcomes in the domain. */
  readonly team: Sums;
  /** Those of whoever asks. */
  readonly own?: Sums | undefined;
}

/** What the outcomes of a domain mean for the next decision in it. The counts come first, and there is one figure to state. */
export function adviceOn(facts: AdviceFacts): string {
  const { status, recommended, team } = facts;
  const which = decisionsAbout(facts.domain);
  if (team.outcomes < MIN_OUTCOMES) return tooFew(team.outcomes, which, recommended);
  const counts = `${workedOf(team)} ${which} worked out${ownPart(facts)}`;
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

const decisionsAbout = (domain: string): string =>
  domain === "all" ? "decisions" : `decisions about ${domain}`;

function tooFew(outcomes: number, which: string, recommended: Recommendation | null): string {
  const count = `${outcomes === 0 ? "no outcome" : outcomes === 1 ? "1 outcome" : `${outcomes} outcomes`}`;
  const known = `There ${outcomes > 1 ? "are" : "is"} ${count} for ${which} so far, and ${MIN_OUTCOMES} are needed to judge confidence by.`;
  return recommended && isWorthAWord(recommended)
    ? `${known} Going by the rest of this project, ${fairer(recommended)}.`
    : known;
}

function ownPart({ team, own }: AdviceFacts): string {
  return own && own.outcomes > 0 && own.outcomes < team.outcomes ? `, ${workedOf(own)} of your own` : "";
}

const stateInstead = (recommended: Recommendation | null): string =>
  recommended
    ? `state ${wholePercent(recommended.recommended)} instead of ${wholePercent(recommended.stated)}`
    : "state what you really expect";

const fairer = ({ recommended, stated }: Recommendation): string =>
  `${wholePercent(recommended)} would be fairer than ${wholePercent(stated)}`;
