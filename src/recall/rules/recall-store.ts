/**
 * The reads and writes of recall in the file of a memory: memories of all types, candidates of a search, and vectors.
 */
import type { Decision } from "../../decisions/index.ts";
import type { Checkpoint, Insight, ProjectContext } from "../../sessions/index.ts";
import type { Page } from "../../shared/page.ts";
import type { Scope } from "../../shared/scope.ts";
import type { TextQuery } from "../../shared/words/search-text.ts";
import type { Candidate } from "./match-candidates.ts";
import type { IndexedTerms, QueryTerms } from "./query-terms.ts";

export const MEMORY_TYPES = ["decision", "checkpoint", "insight", "context"] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** Memories that are not decisions and are searched by their words and their meaning. */
export const NOTE_TYPES = ["checkpoint", "insight"] as const satisfies readonly MemoryType[];
export type NoteType = (typeof NOTE_TYPES)[number];

export type Memory =
  | { readonly type: "decision"; readonly decision: Decision }
  | { readonly type: "checkpoint"; readonly checkpoint: Checkpoint }
  | { readonly type: "insight"; readonly insight: Insight }
  | { readonly type: "context"; readonly context: ProjectContext };

export type OtherMemory = Exclude<Memory, { readonly type: "decision" }>;

/** Queries over memories of all types. */
export interface MemoryStore {
  /** Newest first. Damaged memories are counted in the total but left out. */
  listMemories(
    filter: {
      readonly scope: Scope;
      readonly types: readonly MemoryType[];
      readonly since?: Date | undefined;
    },
    limit: number,
  ): Promise<Page<Memory>>;
  /** In the order of the ids, without those that do not exist. */
  memoriesById(scope: Scope, ids: readonly string[]): Promise<readonly Memory[]>;
  /**
   * Searches notes by their words and their meaning. They have their own index, so that they neither slow down the search for decisions
   * nor change which words are rare there. Returns candidates for ranking, all of them active.
   */
  findNotes(query: {
    readonly scope: Scope;
    readonly types: readonly NoteType[];
    readonly text: TextQuery;
    readonly meaning?: CandidateQuery["meaning"];
    readonly limit: number;
  }): Promise<{
    readonly candidates: readonly Candidate[];
    readonly terms: QueryTerms;
    readonly rowsInIndex: number;
  }>;
}

/** A query to a store for candidates. */
export interface CandidateQuery {
  readonly scope: Scope;
  readonly text: TextQuery;
  /** Undefined if there is no model, or not the active model of the memory. */
  readonly meaning?: { readonly model: string; readonly vector: Float32Array } | undefined;
  /** The limit for each search method. */
  readonly perMethod: number;
  /**
   * Also finds decisions by their passages and by the name of their topic. Only for somebody who asked: what is shown
   * unasked, counted or learned from goes by the decisions themselves.
   */
  readonly withPassages?: boolean | undefined;
  /** Returns only decisions with an outcome, and no heads of chains. */
  readonly settledOnly?: boolean | undefined;
}

export interface FoundCandidates extends IndexedTerms {
  /** Unranked, including the heads of the chains that were found. `ranking.ts` ranks them, the same for every store. */
  readonly candidates: readonly Candidate[];
}

export interface SearchStore {
  /** `soon` is the `meaning` of the query if it is still being made: the words are searched meanwhile. */
  findCandidates(query: CandidateQuery, soon?: Promise<CandidateQuery["meaning"]>): Promise<FoundCandidates>;
  /**
   * Decisions whose statement has words of the index in common with these, those with most of them first,
   * then the newest. Fast in a memory of any size, so it looks at the newest ones only.
   */
  decisionsSharing(scope: Scope, words: readonly string[], limit: number): Promise<readonly Decision[]>;
}

/** Who embeds the claimed memories, and for how long nobody else gets them. */
interface EmbeddingClaim {
  /** The name of the process. */
  readonly by: string;
  readonly now: Date;
  readonly leaseMs: number;
}

/** The text of a memory itself, or of one of its passages, by number. */
export interface TextToEmbed {
  /** Of the memory. */
  readonly id: string;
  readonly passage?: number | undefined;
  readonly text: string;
  /** The hash of the decision whose text it is, which may be edited while it is embedded. */
  readonly contextHash?: string | undefined;
}

export interface EmbeddedText {
  readonly id: string;
  readonly passage?: number | undefined;
  readonly contextHash?: string | undefined;
  readonly vector: Float32Array;
}

/** The answer to a question depends on the question and on this: as long as all of it stays, so does the answer. */
interface SearchedState {
  /** Of the last change in the audit log. */
  readonly position: number;
  readonly activeModel: string | undefined;
  /** How many memories wait for a vector. */
  readonly pending: number;
}

/** Vectors are stored per memory and model, for the decision itself and for each of its passages. The active model is stored in the memory, not set per process. */
export interface EmbeddingStore {
  activeModel(): Promise<string | undefined>;
  /** Makes this the active model, and queues what has no vector from it. */
  activateModel(model: string): Promise<void>;
  /** The texts of so many memories, newest first. No other process gets them until the lease ends or they are given back. */
  claimUnembedded(limit: number, claim: EmbeddingClaim): Promise<readonly TextToEmbed[]>;
  /** The processes that have claimed something, and neither embedded it nor lost the lease by now. */
  embeddingClaimants(now: Date): Promise<readonly string[]>;
  /** Gives back what these processes have claimed and not embedded. */
  releaseClaims(by: readonly string[]): Promise<void>;
  /** The vectors of all texts of the memories that were claimed. Skips what no longer exists, or was edited since. */
  saveVectors(model: string, embedded: readonly EmbeddedText[]): Promise<void>;
  pendingEmbeddings(): Promise<number>;
  /** In one read, because every search begins with it. */
  searchedState(): Promise<SearchedState>;
  /** The stored vector of a decision, by the active model. */
  vectorOf(
    scope: Scope,
    decisionId: string,
  ): Promise<{ readonly model: string; readonly vector: Float32Array } | undefined>;
  /** The stored vectors of some decisions by the active model, by their ids. Those without one are missing. */
  vectorsOf(scope: Scope, decisionIds: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
}
