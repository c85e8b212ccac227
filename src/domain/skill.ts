import { posterior, type Sums } from "./calibration.ts";
import type { BetaMath } from "./ports.ts";
import type { Screened } from "./text.ts";

/** What a group of similar decisions taught. */
export interface Skill {
  readonly id: string;
  readonly project: string;
  readonly domain: string;
  readonly statement: Screened;
  /** The decisions it was learned from. */
  readonly evidence: readonly string[];
  readonly tally: Sums;
  readonly generatedAt: Date;
}

/** The share of its posterior below which a skill's rate is taken to lie: thin evidence makes for low confidence. */
const CAUTION = 0.2;

/** Never the raw rate, so that three of three does not beat eighteen of twenty. */
export function skillConfidence(tally: Sums, math: BetaMath): number {
  const { alpha, beta } = posterior(tally);
  return math.quantile(CAUTION, alpha, beta);
}
