import type { EmbeddingService } from "../../src/recall/operations/embedding-service.ts";

/** No embeddings: search by words only. */
export const noMeaning: EmbeddingService = {
  embedder: async () => undefined,
  failure: () => undefined,
  embedSoon: () => {},
  embedded: async () => {},
  close: async () => {},
};
