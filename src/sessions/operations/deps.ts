import type { Observations } from "../../shared/operations/observations.ts";
import type { Checkout } from "../../shared/ports.ts";
import type { CoreDeps } from "../../store/operations/core-deps.ts";
import type { RestartObservation } from "../rules/restart.ts";

export interface ContinuityDeps extends CoreDeps {
  readonly observations: Observations<RestartObservation>;
  /** The repository of the called project. It reports no history if the working directory belongs to another project. */
  readonly checkout: Checkout;
  readonly afterNote: NoteFollowUp;
  /** Whether checkpoints with missing parts are refused. */
  readonly strictCheckpoints: boolean;
}

/** Other subjects act when a checkpoint or an insight is saved; `memory/follow-up.ts` says how. */
export interface NoteFollowUp {
  /** Runs in the background. */
  saved(): void;
}
