/** What other subjects do after memories were embedded. `follow-up.ts` implements it. */
export interface EmbeddingFollowUp {
  /** Starts in the background what had to wait for the vectors of these memories, and stops it with the signal. */
  embedded(ids: readonly string[], signal: AbortSignal): void;
}
