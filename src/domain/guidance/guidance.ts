import { isOtherChoice, sameChoice } from "../decisions/choice.ts";
import type { Decision } from "../decisions/decision.ts";
import { rounded } from "../shared/rounding.ts";
import type { Severity } from "../shared/severity.ts";
import type { Screened } from "../shared/text.ts";
import { DAY_MS } from "../shared/time.ts";
import type { FirewallStatus, WarningType } from "./warning.ts";

/** What became of a guidance, where a decision was captured: as it was thought of, or otherwise. */
export type Verdict = "kept" | "prevented";

/** That somebody was told something about a decision before it was made. */
export interface Guidance {
  readonly id: string;
  readonly project: string;
  readonly at: Date;
  readonly sessionId?: Screened | undefined;
  readonly statement: Screened;
  readonly alternatives: readonly Screened[];
  readonly domain: string;
  readonly confidence?: number | undefined;
  readonly firewallStatus: FirewallStatus;
  readonly warnings: readonly { readonly type: WarningType; readonly severity: Severity }[];
  /** The decisions that were shown or that the warnings go by. */
  readonly cited: readonly string[];
  /** Undefined while no decision about it is known, which proves nothing. */
  readonly result?: GuidanceResult | undefined;
}

export interface GuidanceResult extends Judgement {
  readonly decisionId: string;
  readonly at: Date;
}

interface Judgement {
  readonly verdict: Verdict;
  /** What was different about the decision that was captured. */
  readonly because?: "choice" | "confidence" | undefined;
}

export interface GuidanceCounts {
  readonly given: number;
  readonly unknown: number;
  readonly kept: number;
  readonly prevented: number;
  /** Those of the prevented ones that had been warned of. */
  readonly preventedAfterWarning: number;
}

/** A decision within this time, or in the same session, is the answer to a guidance. */
export const GUIDANCE_WINDOW_MS = DAY_MS;
/** A guidance is forgotten after this time, and before it when a project has more than so many. */
export const GUIDANCE_KEPT_MS = 180 * DAY_MS;
export const MOST_GUIDANCE = 2_000;
/** A confidence lowered by this much was lowered on purpose. */
const LOWERED = 0.05;

/**
 * What a captured decision says about a guidance that recall found to be about it. Undefined when it is clear neither
 * that it takes the same nor that it takes something else: then nothing is known.
 */
export function judge(guidance: Guidance, decision: Decision): Judgement | undefined {
  if (isOtherChoice(guidance, decision)) return { verdict: "prevented", because: "choice" };
  if (!sameChoice(guidance, decision)) return undefined;
  return isLowered(guidance.confidence, decision.confidence)
    ? { verdict: "prevented", because: "confidence" }
    : { verdict: "kept" };
}

function isLowered(before: number | undefined, after: number | undefined): boolean {
  return before !== undefined && after !== undefined && rounded(before - after) >= LOWERED;
}
