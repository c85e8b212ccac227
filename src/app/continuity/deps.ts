import type { CheckpointStore } from "../../domain/continuity/checkpoint-store.ts";
import type { ContextStore } from "../../domain/continuity/context-store.ts";
import type { InsightStore } from "../../domain/continuity/insight-store.ts";
import type { RestartObservation } from "../../domain/continuity/restart.ts";
import type { Checkout } from "../../domain/shared/ports.ts";
import type { CoreDeps } from "../shared/core-deps.ts";
import type { Observations } from "../shared/observations.ts";
import type { NoteFollowUp } from "./note-follow-up.ts";

export interface ContinuityDeps extends CoreDeps {
  readonly store: CheckpointStore & InsightStore & ContextStore;
  readonly observations: Observations<RestartObservation>;
  /** The repository of the called project. It reports no history if the working directory belongs to another project. */
  readonly checkout: Checkout;
  readonly afterNote: NoteFollowUp;
  /** Whether checkpoints with missing parts are refused. */
  readonly strictCheckpoints: boolean;
}
