import { percent } from "../shared/percent.ts";
import { type CalibrationStatus, MIN_OUTCOMES } from "./calibration.ts";
import type { Recommendation } from "./recalibration.ts";

export interface CalibrationSummary {
  readonly status: CalibrationStatus;
  readonly domain: string;
  /** Stated confidence minus estimated success. */
  readonly gap: number | null;
  /** The estimated success rate. */
  readonly rate: number;
  readonly outcomes: number;
}

/** One or two sentences on what a calibration means for the next decision. */
export function adviceOn({ status, domain, gap, rate, outcomes }: CalibrationSummary): string {
  const which = domain === "all" ? "decisions" : `decisions about ${domain}`;
  const count = `${outcomes} outcome${outcomes === 1 ? "" : "s"}`;
  if (outcomes < MIN_OUTCOMES) {
    return `There ${outcomes === 1 ? "is" : "are"} ${count} for ${which} so far; from ${MIN_OUTCOMES} on the memory can say how far confidence in them can be trusted.`;
  }
  const observed = `After ${count}, ${which} are estimated to work out ${percent(rate)} of the time`;
  switch (status) {
    case "well-calibrated":
      return `${observed}, which is what was expected of them: confidence can be taken at its word.`;
    case "overconfident":
      return `${observed}, ${percent(gap ?? 0)} less than was expected of them: state a lower confidence, or lower the risk first.`;
    case "underconfident":
      return `${observed}, ${percent(-(gap ?? 0))} more than was expected of them: such decisions deserve more trust.`;
    case "no_confidence":
      return `${observed}. No confidence was stated for them, so it cannot be judged: state one when you capture a decision.`;
  }
}

/** Undefined unless the recommended confidence differs visibly from the stated one. */
export function adviceOnConfidence(recommendation: Recommendation | null): string | undefined {
  if (!recommendation?.visible) return undefined;
  const { stated, recommended, basis } = recommendation;
  const where = basis.outcomes > 0 ? "" : " in this project's other domains";
  return `Going by how confidence held up so far${where}, state ${percent(recommended)} instead of ${percent(stated)}.`;
}
