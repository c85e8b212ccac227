import type { Scope } from "../shared/scope.ts";

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
  ): Promise<readonly { readonly id: string; readonly text: string }[]>;
  /** By the ids of the memories; what is gone meanwhile is left out. */
  saveVectors(
    model: string,
    embedded: readonly { readonly id: string; readonly vector: Float32Array }[],
  ): Promise<void>;
  pendingEmbeddings(): Promise<number>;
  /** The vector a decision was stored with, by the model that counts. */
  vectorOf(
    scope: Scope,
    decisionId: string,
  ): Promise<{ readonly model: string; readonly vector: Float32Array } | undefined>;
}
