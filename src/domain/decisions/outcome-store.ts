import type { Tally } from "../calibration/calibration.ts";
import type { Act } from "../shared/act.ts";
import type { Page } from "../shared/page.ts";
import type { Scope } from "../shared/scope.ts";
import type { Decision } from "./decision.ts";
import type { Outcome } from "./outcome.ts";
import type { Signal } from "./signal.ts";

/** What the reporter gives; the rest of an outcome comes from its decision. */
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

export interface OutcomeStore {
  /** Of several outcomes the last by time, then by id, counts in the tally; all are kept. @throws Fault `not_found`. */
  recordOutcome(scope: Scope, ref: string, outcome: NewOutcome, act: Act): Promise<RecordedOutcome>;
  /** @throws Fault `not_found`. */
  recordSignal(
    scope: Scope,
    ref: string,
    signal: NewSignal,
    act: Act,
  ): Promise<{ decision: Decision; signal: Signal; all: readonly Signal[]; tally: Tally }>;
  /** By decision id. Every id has an entry, which is empty if the decision does not exist or is out of scope. */
  historiesOf(scope: Scope, decisionIds: readonly string[]): Promise<ReadonlyMap<string, History>>;
  /** Active decisions without an outcome that were due by `by`, longest overdue first. */
  dueDecisions(scope: Scope, by: Date, limit: number, domain?: string): Promise<Page<Decision>>;
}
