import { MIN_OUTCOMES, posterior, type Sums, statusOf } from "../../calibration/calibration.ts";
import type { Recommendation } from "../../calibration/recalibration.ts";
import type { Severity } from "../../shared/severity.ts";
import type { Warning } from "../warning.ts";

/** How far above the observed rate a confidence is called grave, where it is certainly above it. */
const GRAVE_GAP = 0.25;

/**
 * A stated confidence against how decisions of the domain worked out; `interval` holds that rate with 95 % probability.
 * What to state instead is the recommended confidence, as everywhere: of two figures in one reply nobody knows which holds.
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
      message: `A confidence of ${two(confidence)} is ${over ? "above" : "below"} what decisions about ${domain} have earned: they are estimated to work out ${two(mean)} of the time.`,
      evidence: `${tally.outcomes} outcomes in ${domain}; with 95 % probability the rate lies between ${two(interval[0])} and ${two(interval[1])}`,
      evidenceIds: [],
      quotes: [],
      recommendation: over ? lower(recommendation) : higher(recommendation),
    },
  ];
}

type Advised = Parameters<typeof confidenceWarnings>[1];

const lower = ({ stated, recommended, visible }: Advised): string =>
  visible && recommended < stated
    ? `State ${two(recommended)}, or say what makes this one better than the others.`
    : "Say what makes this one better than the others, or lower the risk first.";

const higher = ({ stated, recommended, visible }: Advised): string =>
  visible && recommended > stated
    ? `State ${two(recommended)}: such decisions deserve more trust.`
    : "Such decisions deserve more trust: state what you really expect.";

function severityOf(confidence: number, gap: number, [, highest]: readonly [number, number]): Severity {
  if (confidence <= highest) return "low";
  return gap >= GRAVE_GAP ? "high" : "medium";
}

const two = (value: number): string => value.toFixed(2);
