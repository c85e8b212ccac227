import { rounded } from "../shared/rounding.ts";
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

/** What the outcomes say about a stated confidence. */
export interface ConfidenceJudgement {
  readonly status: CalibrationStatus;
  /** Null if no confidence was stated. */
  readonly recommended: Recommendation | null;
  /** What to add to the stated confidence. */
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
