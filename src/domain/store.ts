import type { KeyStore } from "./access/key-store.ts";
import type { WatchStore } from "./anomalies/watch-store.ts";
import type { Tally } from "./calibration/calibration.ts";
import type { StatsStore } from "./calibration/stats-store.ts";
import type { CheckpointStore } from "./continuity/checkpoint-store.ts";
import type { ContextStore } from "./continuity/context-store.ts";
import type { InsightStore } from "./continuity/insight-store.ts";
import type { Decision, DecisionChange, Progress, Standing } from "./decisions/decision.ts";
import type { Outcome } from "./decisions/outcome.ts";
import type { Signal } from "./decisions/signal.ts";
import type { GuidanceStore } from "./guidance/guidance-store.ts";
import type { LinkStore } from "./links/link-store.ts";
import type { AuditEntry } from "./log/audit.ts";
import type { StoreHealth } from "./log/store-health.ts";
import type { AdrFileStore, ExportStore, ImportStore } from "./moving/import-store.ts";
import type { Proposal } from "./proposals/proposal.ts";
import type { ProposalStore } from "./proposals/proposal-store.ts";
import type { MemoryStore } from "./recall/memory-store.ts";
import type { QueryTerms } from "./recall/query-terms.ts";
import type { Candidate } from "./recall/ranking.ts";
import type { Actor } from "./shared/actor.ts";
import type { TextQuery } from "./shared/search-text.ts";
import type { Screened } from "./shared/text.ts";
import type { SkillStore } from "./skills/skill-store.ts";

/** One project, or all of them. */
export const ALL_PROJECTS = "all";
export type Scope = string;

/** Who writes, and when: the audit row of a write is made from it. */
export interface Act {
  readonly by: Actor;
  readonly at: Date;
}

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

export interface Page<T> {
  readonly items: readonly T[];
  /** How many there are in all. */
  readonly total: number;
  /** Pass it back for the next page; undefined on the last. */
  readonly cursor?: string | undefined;
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
  /** For a draft: what would let it hold, kept together with it. */
  readonly proposal?: Proposal | undefined;
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

/**
 * Where the memory lives. One call is one unit of work: whole or not at all, durable when it returns, and seen by
 * every other process. Texts come in screened. Every write leaves one row in the audit log. Drivers' errors end here:
 * a store throws Faults only. Every store passes test/contract.
 */
export interface DecisionStore {
  /** @throws Fault `not_found` or `conflict` for a decision that cannot be replaced. */
  addDecision(added: NewDecision, act: Act): Promise<AddedDecision>;
  /** By id or alias. */
  findDecision(scope: Scope, ref: string): Promise<Decision | undefined>;
  /** In the order of the ids; what is gone, or of another project, is left out. */
  decisionsById(scope: Scope, ids: readonly string[]): Promise<readonly Decision[]>;
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
  /** Of one domain, or of all together under the name `all`. Without outcomes its sums are zero. */
  tally(scope: Scope, domain?: string): Promise<Tally>;
  /** Of every domain that has outcomes. */
  tallies(scope: Scope): Promise<readonly Tally[]>;
  /** Decisions that hold, have no outcome and were due by then, the longest overdue first. */
  dueDecisions(scope: Scope, by: Date, limit: number, domain?: string): Promise<Page<Decision>>;
}

/** Vectors are kept per memory and model. Which model counts is a fact of the memory, not of a process. */
export interface EmbeddingStore {
  activeModel(): Promise<string | undefined>;
  /** Makes a model the one that counts, and queues what it has not embedded yet. */
  activateModel(model: string): Promise<void>;
  /** Memories to embed, the newest first; nobody else gets them until the lease is over. */
  claimUnembedded(
    limit: number,
    now: Date,
    leaseMs: number,
  ): Promise<readonly { readonly memory: number; readonly text: string }[]>;
  saveVectors(
    model: string,
    embedded: readonly { readonly memory: number; readonly vector: Float32Array }[],
  ): Promise<void>;
  pendingEmbeddings(): Promise<number>;
  /** The vector a decision was stored with, by the model that counts. */
  vectorOf(
    decisionId: string,
  ): Promise<{ readonly model: string; readonly vector: Float32Array } | undefined>;
}

/** What a search asks a store for. */
export interface CandidateQuery {
  readonly scope: Scope;
  readonly text: TextQuery;
  /** Left out when there is no model, or another one than the memory's. */
  readonly meaning?: { readonly model: string; readonly vector: Float32Array } | undefined;
  /** How many each method may find. */
  readonly perMethod: number;
  /** Of those only the ones whose outcome is known, and no heads of chains. */
  readonly settledOnly?: boolean | undefined;
}

export interface FoundCandidates {
  /** Features only, with the heads of the chains that were found; ranking is `ranking.ts`, the same for every store. */
  readonly candidates: readonly Candidate[];
  readonly terms: QueryTerms;
  readonly rowsInIndex: number;
}

export interface SearchStore {
  findCandidates(query: CandidateQuery): Promise<FoundCandidates>;
}

/** The audit log read as a feed: the only way to notice a change. */
export interface ChangeFeed {
  /** The position of the last change. */
  position(): Promise<number>;
  changesAfter(position: number, limit: number): Promise<readonly AuditEntry[]>;
  /**
   * Calls back soon after any process wrote, from now on. Follow first and load a state afterwards, and nothing is
   * missed in between. Returns the way to stop.
   */
  follow(listener: (entries: readonly AuditEntry[]) => void): () => void;
}

export interface Store
  extends DecisionStore,
    OutcomeStore,
    ProposalStore,
    EmbeddingStore,
    SearchStore,
    CheckpointStore,
    WatchStore,
    SkillStore,
    GuidanceStore,
    KeyStore,
    ImportStore,
    ExportStore,
    AdrFileStore,
    InsightStore,
    MemoryStore,
    ContextStore,
    LinkStore,
    StatsStore,
    ChangeFeed,
    StoreHealth {
  close(): Promise<void>;
}
