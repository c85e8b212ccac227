/** A record of guidance that was given before a decision, and whether the decision followed it. */
import { type Decision, isOtherChoice, sameChoice } from "../../decisions/index.ts";
import type { Act } from "../../shared/actor.ts";
import type { Erased } from "../../shared/erasure.ts";
import { rounded } from "../../shared/rounding.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Severity } from "../../shared/severity.ts";
import type { Screened } from "../../shared/text.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { FirewallStatus, WarningTotals, WarningType } from "./warning.ts";

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

/**
 * Guidance given before decisions were made. It arrives as an observation, and a result is computed from it, so neither
 * has an audit row. Each project keeps a limited number, for a limited time (`guidance.ts`).
 */
export interface GuidanceStore {
  /** Guidance without a result, given since `since` or in the session. Newest first. */
  openGuidance(
    project: string,
    filter: { readonly since: Date; readonly sessionId?: Screened | undefined },
    limit: number,
  ): Promise<readonly Guidance[]>;
  /** Returns false and writes nothing if it has a result, or if it or the decision is no longer in the project. */
  settleGuidance(project: string, id: string, result: GuidanceResult): Promise<boolean>;
  /** Guidance with the verdict `prevented` that cited this decision or was settled by it: how often, and the latest. */
  preventedBy(scope: Scope, decisionId: string): Promise<{ count: number; latest?: Guidance | undefined }>;
  /** Counts what was given since `since`. */
  warningTotals(scope: Scope, since: Date): Promise<WarningTotals>;
  /** With and without a result, newest first. */
  listGuidance(
    scope: Scope,
    limit: number,
  ): Promise<{ readonly items: readonly Guidance[]; readonly total: number }>;
  /** Removes its text for good and leaves an audit row. @throws Fault `not_found`. */
  eraseGuidance(scope: Scope, id: string, act: Act): Promise<Erased>;
  /** The same for all guidance of a project, with one audit row. */
  eraseAllGuidance(project: string, act: Act): Promise<ErasedGuidance>;
  /** Deletes what is older than `GUIDANCE_KEPT_MS` in every project, and returns how much it was. */
  expireGuidance(now: Date): Promise<number>;
}
