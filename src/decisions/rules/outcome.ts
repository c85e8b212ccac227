/** The outcome of a decision, what follows from it, and what the store of outcomes and signals offers. */

import * as z from "zod";
import type { Tally } from "../../calibration/index.ts";
import type { Author } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import type { Screened } from "../../shared/text.ts";
import type { Decision, Progress } from "./decision.ts";
import type { Signal } from "./signal.ts";

export const OUTCOME_STATUSES = ["success", "partial", "failure"] as const;
export type OutcomeStatus = (typeof OUTCOME_STATUSES)[number];

/** For vocabularies that have no scores. */
export const SCORE_BY_STATUS: Readonly<Record<OutcomeStatus, number>> = {
  success: 1,
  partial: 0.5,
  failure: 0,
};

export const Score = z.number().min(0).max(1);

/** The current outcome, as stored on its decision. */
export interface OutcomeSummary {
  readonly id: string;
  readonly status: OutcomeStatus;
  readonly score: number;
  readonly at: Date;
}

/** How a decision worked out. A later one (by time, then by id) replaces it in the calibration; both stay in the history. */
export interface Outcome extends OutcomeSummary {
  readonly decisionId: string;
  readonly project: string;
  /** The domain that it counts in. */
  readonly domain: string;
  /** The last confidence stated before this outcome. */
  readonly statedConfidence?: number | undefined;
  /** The observations of the reporter. */
  readonly reported: ReportedSignals;
  /** The signals recorded for the decision before this outcome. */
  readonly signals: readonly Pick<Signal, "id" | "type" | "valence" | "at">[];
  readonly lessons: readonly Screened[];
  readonly metrics: OutcomeMetrics;
  readonly author: Author;
  /** Set if somebody took it back. It stays in the history and counts nowhere. */
  readonly withdrawn?: Withdrawal | undefined;
}

export interface Withdrawal {
  readonly at: Date;
  readonly by: Author;
}

interface ReportedSignals {
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

/** A success with a low score or a failure with a high one contradicts itself. */
export const agrees = (status: OutcomeStatus, score: number): boolean =>
  !(status === "success" && score < 0.5) && !(status === "failure" && score > 0.5);

/** Refuses a success with a low score or a failure with a high one: one of the two is a mistake of the caller. */
export function requireAgreement(status: OutcomeStatus, score: number): void {
  if (agrees(status, score)) return;
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

/** A partial outcome worked if its score is at least 0.5. */
export function worked({ status, score }: Pick<OutcomeSummary, "status" | "score">): boolean {
  return status === "success" || (status === "partial" && score >= 0.5);
}

/** Whether it is known that a decision failed. Its standing does not change by that, but it is no advice any more. */
export function hasFailed({ outcome, progress }: Pick<Decision, "outcome" | "progress">): boolean {
  return outcome ? !worked(outcome) : progress === "failed";
}

/** The one of the outcomes that counts for the decision. */
export function countingOutcome(
  { outcome }: Pick<Decision, "outcome">,
  outcomes: readonly Outcome[],
): Outcome | undefined {
  return outcomes.find(({ id }) => id === outcome?.id);
}

/** The progress of a decision after an outcome; `reworked` stays. */
export function progressAfter(decision: Pick<Decision, "progress">, status: OutcomeStatus): Progress {
  if (decision.progress === "reworked") return "reworked";
  return status === "failure" ? "failed" : "completed";
}

/** The progress of a decision that has no outcome any more; `reworked` stays. */
export const progressWithout = ({ progress }: Pick<Decision, "progress">): Progress =>
  progress === "reworked" ? "reworked" : "pending";

/** The last stated confidence. Defaults do not count. */
export function statedConfidence(decision: Decision): number | undefined {
  return (
    decision.confidenceUpdates.at(-1)?.confidence ??
    (decision.confidenceStated ? decision.confidence : undefined)
  );
}

/** The part that the reporter gives; the rest of an outcome comes from its decision. */
export type NewOutcome = Pick<Outcome, "id" | "status" | "score" | "reported" | "lessons" | "metrics"> & {
  /** The domain it counts in; by default that of the decision. */
  readonly domain?: string | undefined;
};

export interface RecordedOutcome {
  readonly decision: Decision;
  readonly outcome: Outcome;
  /** The id of the decision that was named, if it is a duplicate and the outcome went to the one that was kept. */
  readonly duplicate?: string | undefined;
  /** The id of the outcome that stopped counting. Undefined if there was none, or if a later one is known. */
  readonly replaced?: string | undefined;
  /** The tally of the domain just before and just after this write, in one transaction. */
  readonly before: Tally;
  readonly after: Tally;
}

/** All outcomes and signals of a decision and its duplicates, oldest first: by time, then by id. */
export interface History {
  readonly outcomes: readonly Outcome[];
  readonly signals: readonly Signal[];
}

export type NewSignal = Pick<Signal, "id" | "type" | "valence" | "description" | "metrics">;
