import type { Scope } from "../shared/scope.ts";
import type { ScoredOutcome } from "./anomaly.ts";

/** What anomaly detection and subscriptions read from the store. */
export interface AnomalyStore {
  /** The number of decisions made since each moment, and the time of the very first decision. */
  capturedSince(
    scope: Scope,
    moments: readonly Date[],
  ): Promise<{ readonly counts: readonly number[]; readonly first?: Date | undefined }>;
  /** Outcomes that count, newest first. */
  recentOutcomes(scope: Scope, limit: number): Promise<readonly ScoredOutcome[]>;
  /** The same with a limit for each domain, so that a busy domain does not leave out the others. */
  recentOutcomesByDomain(scope: Scope, limit: number): Promise<readonly ScoredOutcome[]>;
  /**
   * The decision that an outcome, signal or link belongs to, with all domains of its outcomes. For a link it is the one
   * that the link starts from, and `pointsTo` is the other. Undefined if the record was erased.
   */
  decisionBehind(
    scope: Scope,
    recordId: string,
  ): Promise<
    | {
        readonly decisionId: string;
        readonly domains: readonly string[];
        readonly pointsTo?: string | undefined;
      }
    | undefined
  >;
}
