import type { Scope } from "../shared/scope.ts";

/** Vectors are stored per memory and model. The active model is stored in the memory, not set per process. */
export interface EmbeddingStore {
  activeModel(): Promise<string | undefined>;
  /** Makes this the active model, and queues the decisions that have no vector from it. */
  activateModel(model: string): Promise<void>;
  /** Memories to embed, newest first. No other process gets them until the lease ends. */
  claimUnembedded(
    limit: number,
    now: Date,
    leaseMs: number,
  ): Promise<readonly { readonly id: string; readonly text: string }[]>;
  /** Skips memories that no longer exist. */
  saveVectors(
    model: string,
    embedded: readonly { readonly id: string; readonly vector: Float32Array }[],
  ): Promise<void>;
  pendingEmbeddings(): Promise<number>;
  /** The stored vector of a decision, by the active model. */
  vectorOf(
    scope: Scope,
    decisionId: string,
  ): Promise<{ readonly model: string; readonly vector: Float32Array } | undefined>;
}
