import { MIN_OUTCOMES, posterior, type Sums, statusOf } from "../../calibration/calibration.ts";
import type { Recommendation } from "../../calibration/recalibration.ts";
import type { Severity } from "../../shared/severity.ts";
import type { Warning } from "../warning.ts";

/** A confidence above the 95 % interval is a high warning if it exceeds the observed rate by at least this much. */
const GRAVE_GAP = 0.25;

/**
 * Compares a stated confidence with the success rate of its domain; `interval` is the 95 % interval of that rate. The
 * advice names the recommended confidence, as every other reply does, so that no reply suggests two different figures.
 */
export function confidenceWarnings(
  domain: string,
  recommendation: Pick<Recommendation, "stated" | "recommended" | "visible">,
  tally: Sums,
  interval: readonly [number, number],
): Warning[] {
  if (tally.outcomes < MIN_OUTCOMES) return [];
  const { stated: confidence } = recommendation;
  const { mean } = posterior(tally);
  const gap = confidence - mean;
  const status = statusOf(gap);
  if (status !== "overconfident" && status !== "underconfident") return [];
  const over = status === "overconfident";
  return [
    {
      type: over ? "overconfidence" : "underconfidence",
      severity: over ? severityOf(confidence, gap, interval) : "low",
      message: `A confidence of ${twoDecimals(confidence)} is ${over ? "above" : "below"} what decisions about ${domain} have earned: they are estimated to work out ${twoDecimals(mean)} of the time.`,
      evidence: `${tally.outcomes} outcomes in ${domain}; with 95 % probability the rate lies between ${twoDecimals(interval[0])} and ${twoDecimals(interval[1])}`,
      evidenceIds: [],
      quotes: [],
      recommendation: over ? lower(recommendation) : higher(recommendation),
    },
  ];
}

type ConfidenceAdvice = Parameters<typeof confidenceWarnings>[1];

const lower = ({ stated, recommended, visible }: ConfidenceAdvice): string =>
  visible && recommended < stated
    ? `State ${twoDecimals(recommended)}, or say what makes this one better than the others.`
    : "Say what makes this one better than the others, or lower the risk first.";

const higher = ({ stated, recommended, visible }: ConfidenceAdvice): string =>
  visible && recommended > stated
    ? `State ${twoDecimals(recommended)}: such decisions deserve more trust.`
    : "Such decisions deserve more trust: state what you really expect.";

function severityOf(confidence: number, gap: number, [, highest]: readonly [number, number]): Severity {
  if (confidence <= highest) return "low";
  return gap >= GRAVE_GAP ? "high" : "medium";
}

const twoDecimals = (value: number): string => value.toFixed(2);
