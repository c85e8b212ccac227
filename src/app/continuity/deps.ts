import type { CheckpointStore } from "../../domain/continuity/checkpoint-store.ts";
import type { ContextStore } from "../../domain/continuity/context-store.ts";
import type { InsightStore } from "../../domain/continuity/insight-store.ts";
import type { Checkout } from "../../domain/shared/ports.ts";
import type { CoreDeps } from "../shared/core-deps.ts";

export interface ContinuityDeps extends CoreDeps {
  readonly store: CheckpointStore & InsightStore & ContextStore;
  /** The repository of the project that a call is for; it has no history where that is another one. */
  readonly checkout: Checkout;
  /** Whether a checkpoint that lacks a part of its format is refused. */
  readonly strictCheckpoints: boolean;
}
