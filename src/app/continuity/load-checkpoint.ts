import * as z from "zod";
import { type Checkpoint, noCheckpoint } from "../../domain/continuity/checkpoint.ts";
import { type Continuity, readContinuity } from "../../domain/continuity/continuity.ts";
import {
  type Doubt,
  type MemoryChanges,
  RESTART_MODES,
  type RestartFailure,
  type RestartMode,
} from "../../domain/continuity/restart.ts";
import { Fault } from "../../domain/shared/errors.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { ALL_PROJECTS } from "../../domain/shared/scope.ts";
import { type Call, defineOperation, mayWrite } from "../shared/operation.ts";
import type { ContinuityDeps } from "./deps.ts";
import { type RepositoryChanges, repositoryChanges } from "./repository-changes.ts";

/** How many changes of each kind are shown. The rest is only counted. */
const MOST_CHANGES_SHOWN: Readonly<Record<RestartMode, number>> = { full: 10, summary: 3 };

/** Everything needed to continue a session without any other context. */
export interface Restart {
  readonly mode: RestartMode;
  readonly checkpoint: Checkpoint;
  readonly continuity: Continuity;
  readonly changes: MemoryChanges;
  /** Undefined if there is no readable repository of the project. */
  readonly repository?: RepositoryChanges | undefined;
  readonly doubts: readonly Doubt[];
  /** What could not be determined, in sentences. */
  readonly notices: readonly Notice[];
}

export const loadCheckpoint = defineOperation({
  name: "load-checkpoint",
  summary: "Resume the last session: where it stood, what changed since, and what to check again.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ mode: z.enum(RESTART_MODES).default("full") }),
  async run({ mode }, deps: ContinuityDeps, call): Promise<Restart> {
    const started = deps.clock.now();
    try {
      const { restart, complete } = await restartFrom(mode, deps, call);
      count(complete ? undefined : "CONTEXT_INCOMPLETE");
      return restart;
    } catch (error) {
      const nothing = error instanceof Fault && error.reason === "no_checkpoint";
      if (!call.signal.aborted) count(nothing ? "NO_CHECKPOINT" : "LOAD_ERROR");
      throw error;
    }

    function count(failure: RestartFailure | undefined): void {
      // Over all projects it is a look around, and belongs to the metrics of none.
      if (!mayWrite(call) || call.scope === ALL_PROJECTS) return;
      const at = deps.clock.now();
      const ms = Math.max(0, at.getTime() - started.getTime());
      deps.observations.add({ kind: "restart", attempt: { at, project: call.scope, mode, failure, ms } });
    }
  },
});

/** Whether other projects have checkpoints, for a caller who may name one of them. */
const areElsewhere = async (store: ContinuityDeps["store"], { confinedTo }: Call): Promise<boolean> =>
  confinedTo === undefined && (await store.countCheckpoints(ALL_PROJECTS)) > 0;

async function restartFrom(
  mode: RestartMode,
  deps: ContinuityDeps,
  call: Call,
): Promise<{ restart: Restart; complete: boolean }> {
  const { store } = deps;
  const checkpoint = await store.latestCheckpoint(call.scope);
  if (!checkpoint) throw noCheckpoint(call.scope, await areElsewhere(store, call));
  const continuity = readContinuity(checkpoint.summary, checkpoint.nextSteps);
  const [changes, { repository, doubts, notices, known }] = await Promise.all([
    store.memoryChangesSince(checkpoint, MOST_CHANGES_SHOWN[mode]),
    repositoryChanges(checkpoint, continuity.claims, MOST_CHANGES_SHOWN[mode], deps),
  ]);
  const lacking =
    continuity.missing.length > 0 ? [`The checkpoint lacks ${continuity.missing.join(", ")}.`] : [];
  return {
    restart: {
      mode,
      checkpoint,
      continuity,
      changes,
      repository,
      doubts,
      notices: [...lacking, ...notices],
    },
    complete: continuity.missing.length === 0 && known,
  };
}
