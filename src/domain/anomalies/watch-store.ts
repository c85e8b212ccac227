import type { Scope } from "../shared/scope.ts";
import type { ScoredOutcome } from "./anomaly.ts";

/** What is asked to keep watch over a memory. */
export interface WatchStore {
  /** How many decisions were made since each of the moments, and when the first one of all was. */
  capturedSince(
    scope: Scope,
    moments: readonly Date[],
  ): Promise<{ readonly counts: readonly number[]; readonly first?: Date | undefined }>;
  /** Outcomes that count, the newest first. */
  recentOutcomes(scope: Scope, limit: number): Promise<readonly ScoredOutcome[]>;
  /**
   * The decision that an outcome or a signal was recorded for, and every domain in which outcomes of it were; or the one
   * that a link starts from, with the one it points to. Undefined when it was erased.
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
