/** A record of guidance that was given before a decision, and whether the decision followed it. */
import { type Decision, isOtherChoice, sameChoice } from "../../decisions/index.ts";
import type { Erased } from "../../shared/erasure.ts";
import { rounded } from "../../shared/rounding.ts";
import type { Severity } from "../../shared/severity.ts";
import type { Screened } from "../../shared/text.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { FirewallStatus, WarningType } from "./warning.ts";

/** Whether the decision that followed was made as proposed (`kept`) or differently (`prevented`). */
export type Verdict = "kept" | "prevented";

/** A record of what somebody was told about a decision before it was made. */
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
  /** The decisions that were shown, and those that the warnings are based on. */
  readonly cited: readonly string[];
  /** Undefined until a decision about it is captured. A missing decision does not prove that anything was prevented. */
  readonly result?: GuidanceResult | undefined;
}

export interface GuidanceResult extends Judgement {
  readonly decisionId: string;
  readonly at: Date;
}

interface Judgement {
  readonly verdict: Verdict;
  /** How the captured decision differs from the proposed one. */
  readonly because?: "choice" | "confidence" | undefined;
}

/** That somebody was given guidance. */
export interface GuidanceObservation {
  readonly kind: "guidance";
  readonly guidance: Guidance;
}

/**
 * A decision settles a guidance if it is captured within this time, or in the same session. The same question within this
 * time belongs to the same guidance.
 */
export const GUIDANCE_WINDOW_MS = DAY_MS;
/** Guidance is deleted after this time, or earlier when a project has more than `MOST_GUIDANCE`. */
export const GUIDANCE_KEPT_MS = 90 * DAY_MS;
export const MOST_GUIDANCE = 2_000;
/** A drop in confidence of at least this much counts as deliberate. */
const MIN_CONFIDENCE_DROP = 0.05;

/**
 * Compares a captured decision with guidance on the same subject. Undefined when it is clear neither that both make the
 * same choice nor that they differ, and when the guidance was given after the decision: comparing may wait for calls.
 */
export function judge(guidance: Guidance, decision: Decision): Judgement | undefined {
  if (guidance.at > decision.createdAt) return undefined;
  if (isOtherChoice(guidance, decision)) return { verdict: "prevented", because: "choice" };
  if (!sameChoice(guidance, decision)) return undefined;
  return isLowered(guidance.confidence, decision.confidence)
    ? { verdict: "prevented", because: "confidence" }
    : { verdict: "kept" };
}

function isLowered(before: number | undefined, after: number | undefined): boolean {
  return before !== undefined && after !== undefined && rounded(before - after) >= MIN_CONFIDENCE_DROP;
}

/** How much guidance of a project was erased. */
export type ErasedGuidance = Omit<Erased, "id"> & { readonly records: number };
