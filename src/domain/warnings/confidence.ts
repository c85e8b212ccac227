import { adjustmentOf, MIN_OUTCOMES, posterior, type Sums, statusOf } from "../calibration.ts";
import type { Severity, Warning } from "../warning.ts";

/** How far above the observed rate a confidence is called grave, where it is certainly above it. */
const GRAVE_GAP = 0.25;

/** A stated confidence against how decisions of the domain worked out; `interval` holds that rate with 95 % probability. */
export function confidenceWarnings(
  domain: string,
  confidence: number | undefined,
  tally: Sums,
  interval: readonly [number, number],
): Warning[] {
  if (confidence === undefined || tally.outcomes < MIN_OUTCOMES) return [];
  const { mean } = posterior(tally);
  const gap = confidence - mean;
  const status = statusOf(gap);
  if (status !== "overconfident" && status !== "underconfident") return [];
  const over = status === "overconfident";
  const better = Math.max(0, Math.min(1, confidence + adjustmentOf(gap, tally.outcomes)));
  return [
    {
      type: over ? "overconfidence" : "underconfidence",
      severity: over ? severityOf(confidence, gap, interval) : "low",
      message: `A confidence of ${two(confidence)} is ${over ? "above" : "below"} what decisions about ${domain} have earned: they are estimated to work out ${two(mean)} of the time.`,
      evidence: `${tally.outcomes} outcomes in ${domain}; with 95 % probability the rate lies between ${two(interval[0])} and ${two(interval[1])}`,
      evidenceIds: [],
      quotes: [],
      recommendation: over
        ? `State about ${two(better)}, or say what makes this one better than the others.`
        : `State about ${two(better)}: such decisions deserve more trust.`,
    },
  ];
}

function severityOf(confidence: number, gap: number, [, highest]: readonly [number, number]): Severity {
  if (confidence <= highest) return "low";
  return gap >= GRAVE_GAP ? "high" : "medium";
}

const two = (value: number): string => value.toFixed(2);
