import { workedOf } from "../../calibration/advice.ts";
import { MIN_OUTCOMES, posterior, type Sums } from "../../calibration/calibration.ts";
import type { ConfidenceJudgement } from "../../calibration/confidence-status.ts";
import type { Severity } from "../../shared/severity.ts";
import { countsOf, type TrackRecord } from "../track-record.ts";
import type { Warning } from "../warning.ts";

/** By how much a confidence is above the recommended one for a warning of this severity. */
const MEDIUM_FROM = 0.15;
const HIGH_FROM = 0.25;
/** The risk grows with the difference, so that a hundredth more never makes it jump. */
const RISK_OF_DIFFERENCE = 2;
const MOST_RISK = 0.5;

/** Warns if it is sure enough that the stated confidence is not what outcomes support. */
export function confidenceWarnings(
  domain: string,
  { status, recommended }: ConfidenceJudgement,
  team: Sums,
  record: TrackRecord,
): Warning[] {
  if (!recommended || team.outcomes < MIN_OUTCOMES) return [];
  if (status !== "overconfident" && status !== "underconfident") return [];
  const over = status === "overconfident";
  if (over && isBetterThan(recommended.recommended, record)) return [];
  const difference = recommended.stated - recommended.recommended;
  return [
    {
      type: over ? "overconfidence" : "underconfidence",
      severity: over ? severityOf(difference) : "low",
      risk: over ? Math.min(MOST_RISK, RISK_OF_DIFFERENCE * difference) : 0,
      message: `A confidence of ${twoDecimals(recommended.stated)} is ${over ? "more" : "less"} than the outcomes of decisions about ${domain} support.`,
      evidence: `${workedOf(team)} decisions about ${domain} worked out`,
      evidenceIds: [],
      quotes: [],
      recommendation: over
        ? `State ${twoDecimals(recommended.recommended)}, or say what makes this one better than the others.`
        : `State ${twoDecimals(recommended.recommended)}: such decisions deserve more trust.`,
    },
  ];
}

/** A choice with enough outcomes of its own is judged by them, not by those of other choices in its domain. */
function isBetterThan(recommended: number, { isSameChoice, thisWay }: TrackRecord): boolean {
  const { worked, of } = countsOf(thisWay);
  return isSameChoice && of >= MIN_OUTCOMES && posterior({ outcomes: of, score: worked }).mean > recommended;
}

function severityOf(difference: number): Severity {
  if (difference >= HIGH_FROM) return "high";
  return difference >= MEDIUM_FROM ? "medium" : "low";
}

const twoDecimals = (value: number): string => value.toFixed(2);
