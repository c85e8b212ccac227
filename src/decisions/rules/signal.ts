/** Signals: events that hint at an outcome before it is known, and what they are worth. */

import type { Author } from "../../shared/actor.ts";
import type { Screened } from "../../shared/text.ts";

export const SIGNAL_TYPES = [
  "pr_created",
  "pr_merged",
  "ci_passed",
  "ci_failed",
  "incident",
  "performance",
] as const;
export type SignalType = (typeof SIGNAL_TYPES)[number];

export const VALENCES = ["positive", "negative", "neutral"] as const;
export type Valence = (typeof VALENCES)[number];

/** An event that hints at how a decision works out, before its outcome is known. */
export interface Signal {
  readonly id: string;
  readonly decisionId: string;
  readonly project: string;
  readonly type: SignalType;
  readonly valence: Valence;
  readonly description?: Screened | undefined;
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly at: Date;
  readonly author: Author;
}

/**
 * How much more likely a signal is if the decision works out than if it does not. A ratio above 1 speaks for the
 * decision, below 1 against it. They are modest on purpose: a signal hints at an outcome and does not replace it.
 */
export const LIKELIHOOD_RATIOS: Readonly<
  Record<SignalType, { readonly positive: number; readonly negative: number; readonly because: string }>
> = {
  pr_created: {
    positive: 1.1,
    negative: 0.9,
    because: "Most decisions, good or bad, get as far as a pull request, so it says little.",
  },
  pr_merged: {
    positive: 1.5,
    negative: 0.7,
    because: "A reviewer agreed, which bad ideas survive less often; merged under protest counts against it.",
  },
  ci_passed: {
    positive: 1.6,
    negative: 0.8,
    because: "The tests there are hold; what they do not cover stays open.",
  },
  ci_failed: {
    positive: 1.1,
    negative: 0.5,
    because:
      "A failing build is often mended, so it halves the odds and no more; one that caught something early speaks for it.",
  },
  incident: {
    positive: 1.2,
    negative: 0.2,
    because:
      "Few decisions that work out cause an incident; one that was contained as designed speaks for it.",
  },
  performance: {
    positive: 1.8,
    negative: 0.4,
    because: "Measured behaviour in use is close to the outcome itself.",
  },
};

/** A repeated signal adds little, so each one of the same kind weighs half as much as the one before. */
const REPEAT_WEIGHT = 0.5;
/** Signals alone never move an estimate closer than this to 0 or 1. */
const FLOOR = 0.02;

/** The probability that a decision works out: the odds of its domain times the likelihood ratio of each signal. */
export function estimateSuccess(
  domainRate: number,
  signals: readonly Pick<Signal, "type" | "valence">[],
): number {
  let logOdds = Math.log(domainRate / (1 - domainRate));
  const seen = new Map<string, number>();
  for (const { type, valence } of signals) {
    if (valence === "neutral") continue;
    const kind = `${type} ${valence}`;
    const before = seen.get(kind) ?? 0;
    seen.set(kind, before + 1);
    logOdds += Math.log(LIKELIHOOD_RATIOS[type][valence]) * REPEAT_WEIGHT ** before;
  }
  // A domain rate beyond these limits is not pulled back, because a good signal must not lower the estimate.
  const lowest = Math.min(FLOOR, domainRate);
  const highest = Math.max(1 - FLOOR, domainRate);
  return Math.min(highest, Math.max(lowest, 1 / (1 + Math.exp(-logOdds))));
}
