import * as z from "zod";
import type { Author } from "../shared/actor.ts";
import { Fault } from "../shared/errors.ts";
import type { Screened } from "../shared/text.ts";
import type { Decision, Progress } from "./decision.ts";
import type { Signal } from "./signal.ts";

export const OUTCOME_STATUSES = ["success", "partial", "failure"] as const;
export type OutcomeStatus = (typeof OUTCOME_STATUSES)[number];

/** What a vocabulary that knows no scores means by them. */
export const PLAIN_SCORES: Readonly<Record<OutcomeStatus, number>> = { success: 1, partial: 0.5, failure: 0 };

export const Score = z.number().min(0).max(1);

/** The outcome that counts, as it stands on its decision. */
export interface OutcomeSummary {
  readonly id: string;
  readonly status: OutcomeStatus;
  readonly score: number;
  readonly at: Date;
}

/** How a decision worked out. A later one replaces it in the calibration; both stay in the history. */
export interface Outcome extends OutcomeSummary {
  readonly decisionId: string;
  readonly project: string;
  /** Where it counts in the calibration. */
  readonly domain: string;
  /** The last confidence stated before this outcome, if any was. */
  readonly statedConfidence?: number | undefined;
  /** What the reporter saw. */
  readonly reported: ReportedSignals;
  /** What had been recorded for the decision until then. */
  readonly signals: readonly Pick<Signal, "id" | "type" | "valence" | "at">[];
  readonly lessons: readonly Screened[];
  readonly metrics: OutcomeMetrics;
  readonly author: Author;
}

export interface ReportedSignals {
  readonly ciPassed?: boolean | undefined;
  readonly incidentFound?: boolean | undefined;
  readonly reliabilityScore?: number | undefined;
  readonly performanceMetrics?: Readonly<Record<string, unknown>> | undefined;
}

export interface OutcomeMetrics {
  readonly performanceImpact?: number | undefined;
  readonly reliability?: number | undefined;
  readonly maintenanceCost?: number | undefined;
}

/** A success that mostly failed, or a failure that mostly worked, is a slip of the caller: ask instead of guessing. */
export function requireAgreement(status: OutcomeStatus, score: number): void {
  const contradicts = (status === "success" && score < 0.5) || (status === "failure" && score > 0.5);
  if (!contradicts) return;
  throw new Fault("invalid", `A ${status} with a score of ${score} contradicts itself.`, {
    field: "score",
    received: score,
    reason: "status_contradicts_score",
    hint:
      status === "success"
        ? "Use a score of at least 0.5, or the status partial or failure."
        : "Use a score of at most 0.5, or the status partial or success.",
  });
}

/** How far a decision is once its outcome is known; work that was done over stays marked as such. */
export function progressAfter(decision: Decision, status: OutcomeStatus): Progress {
  if (decision.progress === "reworked") return "reworked";
  return status === "failure" ? "failed" : "completed";
}

/** The last confidence somebody stated. Defaults do not count. */
export function statedConfidence(decision: Decision): number | undefined {
  return (
    decision.confidenceUpdates.at(-1)?.confidence ??
    (decision.confidenceStated ? decision.confidence : undefined)
  );
}

/** The numbers of the data model, from what was reported. */
export function metricsFrom({ reliabilityScore, performanceMetrics }: ReportedSignals): OutcomeMetrics {
  const number = (name: string): number | undefined => {
    const value = performanceMetrics?.[name];
    return typeof value === "number" ? value : undefined;
  };
  return {
    performanceImpact: number("performance_impact"),
    reliability: reliabilityScore ?? number("reliability"),
    maintenanceCost: number("maintenance_cost"),
  };
}
