import type { ChangeFeed } from "../../domain/log/change-feed.ts";
import type { EmbeddingStore } from "../../domain/recall/embedding-store.ts";
import type { MemoryStore } from "../../domain/recall/memory-store.ts";
import type { FitTexts, ModelProfiles } from "../../domain/recall/model-profiles.ts";
import type { SearchStore } from "../../domain/recall/search-store.ts";
import type { Processes } from "../../domain/shared/ports.ts";
import type { LinkDeps } from "../links/deps.ts";
import type { AnchorDeps } from "../repository/deps.ts";
import type { AnswerCache } from "./answer-cache.ts";
import type { EmbeddingFollowUp } from "./embedding-follow-up.ts";
import type { EmbeddingService } from "./embedding-service.ts";

export interface RecallDeps extends LinkDeps, AnchorDeps {
  readonly store: LinkDeps["store"] &
    AnchorDeps["store"] &
    SearchStore &
    EmbeddingStore &
    MemoryStore &
    ChangeFeed;
  readonly meaning: EmbeddingService;
  readonly afterEmbedding: EmbeddingFollowUp;
  readonly processes: Processes;
  readonly profiles: ModelProfiles;
  readonly answers: AnswerCache;
  /** Read on first use. */
  fitTexts(): Promise<FitTexts>;
}
