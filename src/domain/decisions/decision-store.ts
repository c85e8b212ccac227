import type { Act } from "../shared/act.ts";
import type { Erased } from "../shared/erasure.ts";
import type { Page } from "../shared/page.ts";
import type { Scope } from "../shared/scope.ts";
import type { Screened } from "../shared/text.ts";
import type { Decision, DecisionChange, Progress, Standing } from "./decision.ts";
import type { OutcomeStatus } from "./outcome.ts";
import type { EditedDecision, NewRevision, Revision } from "./revision.ts";

export interface DecisionFilter {
  readonly scope: Scope;
  readonly domain?: string | undefined;
  readonly topic?: string | undefined;
  /** Only decisions with a stated topic, or only those without. */
  readonly topicStated?: boolean | undefined;
  readonly since?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
  readonly progress?: Progress | undefined;
  readonly standing?: Standing | undefined;
  readonly outcome?: OutcomeStatus | typeof NO_OUTCOME | undefined;
  /** The kind of author, or the name of the program or of the person behind it in any case. */
  readonly author?: string | undefined;
  /** What the statement or the reasoning contains, in any case. */
  readonly text?: string | undefined;
}

/** Filters for decisions whose outcome is not known yet. */
export const NO_OUTCOME = "none";

/** How many decisions one decision may replace at most. */
export const MOST_REPLACED = 50;

export interface NewDecision {
  readonly decision: Decision;
  /**
   * If the same project has a decision with the same context hash since then, that one is returned and nothing is
   * stored.
   */
  readonly repeatedSince?: Date | undefined;
  /** The decisions it replaces, by id or alias. If one cannot be replaced, nothing is written. */
  readonly supersedes?: readonly { readonly ref: string; readonly linkId: string }[] | undefined;
  readonly supersedesBecause?: Screened | undefined;
  /**
   * The ids of all active decisions of its topic, as the caller knows them. If others are active by now, nothing is
   * written, and the Fault `conflict` has the reason `topic_changed`.
   */
  readonly holding?: readonly string[] | undefined;
  /** Whether to return other decisions of the same topic. */
  readonly reportSameTopic?: boolean | undefined;
}

export interface AddedDecision {
  readonly decision: Decision;
  /** True if it was stored already and nothing was written. */
  readonly repeated: boolean;
  /** The decisions it replaced, in their new state. */
  readonly superseded: readonly Decision[];
  /** Other active decisions of the project with the same topic, if requested. */
  readonly sameTopic: readonly Decision[];
}

export interface DecisionStore {
  /**
   * It is kept when the promise resolves. `meanwhile` runs while it is being put on disk; it must not tell anybody.
   * @throws Fault `not_found` or `conflict` if a decision cannot be replaced.
   */
  addDecision(
    added: NewDecision,
    act: Act,
    meanwhile?: (added: AddedDecision) => Promise<unknown>,
  ): Promise<AddedDecision>;
  /** By id or alias. */
  findDecision(scope: Scope, ref: string): Promise<Decision | undefined>;
  /** In the order of the ids, without those that do not exist or are out of scope. */
  decisionsById(scope: Scope, ids: readonly string[]): Promise<readonly Decision[]>;
  /** The ids that begin with `prefix`, newest first. */
  decisionIds(scope: Scope, prefix: string, limit: number): Promise<readonly string[]>;
  /** Newest first, after the first `offset`. @throws Fault `invalid` if the cursor is not one it returned. */
  listDecisions(
    filter: DecisionFilter,
    limit: number,
    cursor?: string,
    offset?: number,
  ): Promise<Page<Decision>>;
  /** @throws Fault `not_found`. */
  updateDecision(
    scope: Scope,
    ref: string,
    change: DecisionChange,
    act: Act,
  ): Promise<{ before: Decision; after: Decision }>;
  /**
   * Gives a decision other words. The earlier ones are kept as revisions. @throws Fault `not_found`, `invalid` if nothing
   * would change, or `conflict` if it was edited since the revision that the edit is based on.
   */
  editDecision(scope: Scope, ref: string, revision: NewRevision, act: Act): Promise<EditedDecision>;
  /** All wordings of a decision, the first one first; none if it was never edited. */
  revisionsOf(scope: Scope, decisionId: string): Promise<readonly Revision[]>;
  /** Removes all of its text. The audit log keeps an entry of the erasure. @throws Fault `not_found`. */
  eraseDecision(scope: Scope, ref: string, act: Act): Promise<Erased>;
}
