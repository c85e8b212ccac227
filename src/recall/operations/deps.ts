import type { LinkDeps } from "../../decisions/index.ts";
import type { AnchorDeps } from "../../repository/index.ts";
import type { Processes } from "../../shared/ports.ts";
import type { FitTexts, ModelProfiles } from "../rules/model-profile.ts";
import type { AnswerCache } from "./answer-cache.ts";
import type { EmbeddingFollowUp, EmbeddingService } from "./embedding-service.ts";

export interface RecallDeps extends LinkDeps, AnchorDeps {
  readonly meaning: EmbeddingService;
  readonly afterEmbedding: EmbeddingFollowUp;
  readonly processes: Processes;
  readonly profiles: ModelProfiles;
  readonly answers: AnswerCache;
  /** Read on first use. */
  fitTexts(): Promise<FitTexts>;
}
