import type { Tally } from "../calibration/calibration.ts";
import type { Act } from "../shared/act.ts";
import type { AuthorKind } from "../shared/actor.ts";
import type { Scope } from "../shared/scope.ts";
import type { Screened } from "../shared/text.ts";
import type { Decision, Standing } from "./decision.ts";
import type { AddedDecision } from "./decision-store.ts";
import type { Outcome } from "./outcome.ts";

/** What would come of merging two decisions. */
export interface MergePlan {
  readonly keep: Decision;
  readonly duplicate: Decision;
  /** The links of the duplicate that the kept decision lacks, as they will stand. */
  readonly links: readonly TakenOverLink[];
  /** Of the duplicate; they are shown with the kept decision. */
  readonly notes: number;
  readonly signals: number;
  /** The outcome that counts for both: that of the kept decision, if it has one. */
  readonly outcome: "none" | "own" | "of-duplicate";
  /** Whether an outcome of the duplicate no longer counts, because the kept decision has its own. */
  readonly stopsCounting: boolean;
}

export interface TakenOverLink {
  readonly from: string;
  readonly to: string;
  readonly relation: string;
  readonly state: string;
}

/** What would come of restoring a decision. */
export interface RestorePlan {
  readonly decision: Decision;
  /** What is taken back. */
  readonly undoes: "retraction" | "merge";
  /** The kind of author who retracted or merged it; undefined if the log does not say. */
  readonly doneBy?: AuthorKind | undefined;
  /** The standing that it had before. */
  readonly standing: Standing;
  /** The decision that it was merged into. */
  readonly keep?: Decision | undefined;
  /** Other active decisions with the same topic, if it holds again. */
  readonly sameTopic: readonly Decision[];
}

/** What would come of reopening a decision. */
export interface ReopenPlan {
  readonly decision: Decision;
  /** Its outcomes, and those of its duplicates, that were not withdrawn before. */
  readonly outcomes: readonly Outcome[];
}

/** What was said can be corrected; nothing that was said is lost by it. */
export interface CorrectionStore {
  /**
   * Lets an existing decision replace others, or none of them. `note` is added to it.
   * @throws Fault `not_found`; `invalid` or `conflict` if one cannot be replaced by it.
   */
  supersedeBy(
    scope: Scope,
    replacement: {
      readonly supersedes: readonly { readonly ref: string; readonly linkId: string }[];
      readonly by: string;
      readonly because: Screened | undefined;
      readonly note?: Screened | undefined;
    },
    act: Act,
  ): Promise<AddedDecision>;
  /** @throws Fault `not_found`; `invalid` or `conflict` if they cannot be merged. */
  planMerge(scope: Scope, keep: string, duplicate: string): Promise<MergePlan>;
  /** Both count as one decision from then on. @throws as `planMerge`. */
  mergeDecisions(
    scope: Scope,
    keep: string,
    duplicate: string,
    ids: { readonly linkId: () => string },
    act: Act,
  ): Promise<MergePlan>;
  /** What was merged into a decision, and into that, by id. */
  duplicatesOf(scope: Scope, id: string): Promise<readonly Decision[]>;
  /** @throws Fault `not_found`, or `conflict` if there is nothing to take back, or something depends on it by now. */
  planRestore(scope: Scope, ref: string): Promise<RestorePlan>;
  /** Takes back a retraction or a merge. `decision` and `keep` are in their new state. @throws as `planRestore`. */
  restoreDecision(scope: Scope, ref: string, note: Screened | undefined, act: Act): Promise<RestorePlan>;
  /** @throws Fault `not_found`, or `conflict` if it has no outcome or is a duplicate. */
  planReopen(scope: Scope, ref: string): Promise<ReopenPlan>;
  /** Withdraws all outcomes of a decision. @throws as `planReopen`. */
  reopenDecision(
    scope: Scope,
    ref: string,
    note: Screened | undefined,
    act: Act,
  ): Promise<ReopenPlan & { readonly before: Tally; readonly after: Tally }>;
}
