import type { Act } from "../shared/act.ts";
import type { Scope } from "../shared/scope.ts";
import type { Checkpoint } from "./checkpoint.ts";
import type { MemoryChanges, RestartAttempt } from "./restart.ts";

/** Sessions that continue. A checkpoint is never edited: the next one takes its place. */
export interface CheckpointStore {
  addCheckpoint(checkpoint: Checkpoint, act: Act): Promise<void>;
  /** @throws Fault `unavailable` when the latest is no longer what was saved. */
  latestCheckpoint(scope: Scope): Promise<Checkpoint | undefined>;
  countCheckpoints(scope: Scope): Promise<number>;
  /** What happened in its project after a checkpoint, the newest first, up to a limit of each kind. */
  memoryChangesSince(checkpoint: Checkpoint, limit: number): Promise<MemoryChanges>;
  /** By id or alias. Removes the text and leaves a tombstone in the audit log. @throws Fault `not_found`. */
  eraseCheckpoint(scope: Scope, ref: string, act: Act): Promise<{ id: string; project: string }>;
  /** Not a memory, so without an audit row; attempts older than `keptSince` go. */
  recordRestart(attempt: RestartAttempt, keptSince: Date): Promise<void>;
  restartsSince(scope: Scope, since: Date): Promise<readonly RestartAttempt[]>;
}
