import type { Tally } from "../calibration/calibration.ts";
import type { Act } from "../shared/act.ts";
import type { Page } from "../shared/page.ts";
import type { Scope } from "../shared/scope.ts";
import type { Decision } from "./decision.ts";
import type { Outcome } from "./outcome.ts";
import type { Signal } from "./signal.ts";

/** What is known when an outcome is reported; the rest comes from its decision. */
export type NewOutcome = Pick<Outcome, "id" | "status" | "score" | "reported" | "lessons" | "metrics"> & {
  /** Where it counts; the decision's own domain unless given. */
  readonly domain?: string | undefined;
};

export interface RecordedOutcome {
  readonly decision: Decision;
  readonly outcome: Outcome;
  /** The id of the outcome that counted until now. */
  readonly replaced?: string | undefined;
  /** The domain's tally around this very write, whatever other processes do. */
  readonly before: Tally;
  readonly after: Tally;
}

/** All that was recorded for a decision, the oldest first. */
export interface History {
  readonly outcomes: readonly Outcome[];
  readonly signals: readonly Signal[];
}

export type NewSignal = Pick<Signal, "id" | "type" | "valence" | "description" | "metrics">;

export interface OutcomeStore {
  /** A second outcome replaces the first in the tally; both stay. @throws Fault `not_found`. */
  recordOutcome(scope: Scope, ref: string, outcome: NewOutcome, act: Act): Promise<RecordedOutcome>;
  /** @throws Fault `not_found`. */
  recordSignal(
    scope: Scope,
    ref: string,
    signal: NewSignal,
    act: Act,
  ): Promise<{ decision: Decision; signal: Signal; all: readonly Signal[]; tally: Tally }>;
  /** By the id of the decision. Each has its entry; nothing is in that of one that is gone or of another project. */
  historiesOf(scope: Scope, decisionIds: readonly string[]): Promise<ReadonlyMap<string, History>>;
  /** Decisions that hold, have no outcome and were due by then, the longest overdue first. */
  dueDecisions(scope: Scope, by: Date, limit: number, domain?: string): Promise<Page<Decision>>;
}
