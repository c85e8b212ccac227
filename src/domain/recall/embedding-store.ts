import type { Scope } from "../shared/scope.ts";

/** Who embeds the claimed memories, and for how long nobody else gets them. */
export interface EmbeddingClaim {
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

/** What the answer to a question depends on besides the question: as long as all of it stays, so does the answer. */
export interface SearchedState {
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
