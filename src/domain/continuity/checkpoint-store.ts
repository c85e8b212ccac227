import type { Act } from "../shared/act.ts";
import type { Erased } from "../shared/erasure.ts";
import type { Scope } from "../shared/scope.ts";
import type { Checkpoint } from "./checkpoint.ts";
import type { MemoryChanges, RestartAttempt } from "./restart.ts";

/** Checkpoints of sessions. A checkpoint is never edited; a new one replaces it. */
export interface CheckpointStore {
  addCheckpoint(checkpoint: Checkpoint, act: Act): Promise<void>;
  /** @throws Fault `unavailable` if the latest one is damaged. */
  latestCheckpoint(scope: Scope): Promise<Checkpoint | undefined>;
  countCheckpoints(scope: Scope): Promise<number>;
  /** What happened in the project after a checkpoint, newest first, with a limit per kind. */
  memoryChangesSince(checkpoint: Checkpoint, limit: number): Promise<MemoryChanges>;
  /** By id or alias. Removes the text and leaves a tombstone in the audit log. @throws Fault `not_found`. */
  eraseCheckpoint(scope: Scope, ref: string, act: Act): Promise<Erased>;
  restartsSince(scope: Scope, since: Date): Promise<readonly RestartAttempt[]>;
}
