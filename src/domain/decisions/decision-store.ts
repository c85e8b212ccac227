import type { Act } from "../shared/act.ts";
import type { Page } from "../shared/page.ts";
import type { Scope } from "../shared/scope.ts";
import type { Screened } from "../shared/text.ts";
import type { Decision, DecisionChange, Progress, Standing } from "./decision.ts";

export interface DecisionFilter {
  readonly scope: Scope;
  readonly domain?: string | undefined;
  readonly topic?: string | undefined;
  /** Only those whose topic somebody stated, or only the others. */
  readonly topicStated?: boolean | undefined;
  readonly since?: Date | undefined;
  readonly progress?: Progress | undefined;
  readonly standing?: Standing | undefined;
}

/** One decision takes the place of so many others at most. */
export const MOST_REPLACED = 50;

export interface NewDecision {
  readonly decision: Decision;
  /** A decision of the same project and context hash since then is returned instead of stored again. */
  readonly repeatedSince?: Date | undefined;
  /** Decisions, by id or alias, that it replaces: all of them or nothing happens. */
  readonly supersedes?: readonly { readonly ref: string; readonly linkId: string }[] | undefined;
  readonly supersedesBecause?: Screened | undefined;
  /**
   * The ids of all that is taken to hold for its topic. When something else holds by now, nothing is written and the
   * Fault `conflict` says `topic_changed`: look again.
   */
  readonly holding?: readonly string[] | undefined;
  /** Whether to look for others of the same topic. */
  readonly reportSameTopic?: boolean | undefined;
}

export interface AddedDecision {
  readonly decision: Decision;
  /** True when it was there already and nothing was written. */
  readonly repeated: boolean;
  /** What it replaced, as it stands now. */
  readonly superseded: readonly Decision[];
  /** Other decisions of the project that hold and have the same topic, when that was asked for. */
  readonly sameTopic: readonly Decision[];
}

export interface DecisionStore {
  /** @throws Fault `not_found` or `conflict` for a decision that cannot be replaced. */
  addDecision(added: NewDecision, act: Act): Promise<AddedDecision>;
  /** By id or alias. */
  findDecision(scope: Scope, ref: string): Promise<Decision | undefined>;
  /** In the order of the ids; what is gone, or of another project, is left out. */
  decisionsById(scope: Scope, ids: readonly string[]): Promise<readonly Decision[]>;
  /** Ids that begin so, the newest first. */
  decisionIds(scope: Scope, prefix: string, limit: number): Promise<readonly string[]>;
  /** Newest first. @throws Fault `invalid` on a cursor that is not ours. */
  listDecisions(filter: DecisionFilter, limit: number, cursor?: string): Promise<Page<Decision>>;
  /** @throws Fault `not_found`. */
  updateDecision(
    scope: Scope,
    ref: string,
    change: DecisionChange,
    act: Act,
  ): Promise<{ before: Decision; after: Decision }>;
  /** Removes the text everywhere and leaves a tombstone in the audit log. @throws Fault `not_found`. */
  eraseDecision(scope: Scope, ref: string, act: Act): Promise<{ id: string; project: string }>;
}
