import type { TeamProgress } from "../../domain/team/membership.ts";
import { keyText, type SharedChange } from "../../domain/team/shared-change.ts";
import type { AppendedChange, LogCursor } from "../../domain/team/team-log.ts";
import { inBatches } from "./batches.ts";
import { erasedBy, isMemberChange } from "./change-header.ts";
import { eraseFromLog } from "./erase-from-log.ts";
import { LogLost, OriginTaken, type RoundDeps, type RoundMemory, type RoundOptions } from "./round-deps.ts";

const MOST_AT_ONCE = 1_000;

/** Appends what was said here to the log, until nothing waits. @throws LogLost, OriginTaken. */
export async function pushChanges(
  team: TeamProgress,
  cursor: LogCursor,
  deps: RoundDeps,
  { signal, onProgress, memory }: RoundOptions,
): Promise<number> {
  const { store, identity } = deps;
  const { project } = team;
  const ownSeq = (await store.teamOf(project))?.ownSeq ?? 0;
  const sealing = await identity.sealing(team, ownSeq);
  const mayShare = identity.mayShare(team, await store.memberChanges(project));
  let shared = 0;
  for (;;) {
    const waiting = await store.outgoing(project, sealing, MOST_AT_ONCE);
    // Nobody would take the rest. It waits in case the role becomes another one.
    for (const batch of inBatches(mayShare ? waiting : waiting.filter(isMemberChange))) {
      signal?.throwIfAborted();
      // Before it is sent: afterwards it would be too late if this program were killed.
      await identity.noteHandedOut(team, Math.max(...batch.map(({ seq }) => seq)));
      shared += await pushBatch(project, batch, cursor, deps, memory);
      onProgress?.({ doing: "sharing", done: shared, total: Math.max(shared, team.pending) });
      await deps.breathe();
    }
    if (waiting.length < MOST_AT_ONCE || !mayShare) return shared;
  }
}

async function pushBatch(
  project: string,
  batch: readonly SharedChange[],
  cursor: LogCursor,
  deps: RoundDeps,
  memory: RoundMemory,
): Promise<number> {
  const { store, teamLog } = deps;
  const result = await teamLog.append(batch, cursor);
  if (result.state === "lost") throw new LogLost(result.head);
  const taken = result.changes.filter(({ as }) => as !== "different");
  await eraseWithThem(project, batch, taken, deps, memory);
  // Last, so that a program that is killed before does all of it again.
  await store.confirmShared(project, taken);
  if (taken.length < result.changes.length)
    throw new OriginTaken("Another memory has shared under this name.");
  return taken.length;
}

/** An erasure that the log has takes effect in the log, too. */
async function eraseWithThem(
  project: string,
  batch: readonly SharedChange[],
  taken: readonly AppendedChange[],
  deps: RoundDeps,
  memory: RoundMemory,
): Promise<void> {
  const keys = new Set(taken.map(keyText));
  const records = batch
    .filter((change) => keys.has(keyText(change)))
    .map(erasedBy)
    .filter((record) => record !== undefined);
  if (records.length === 0) return;
  // A person who was erased is in changes about any record.
  const changes = await deps.store.emptiedChanges(project);
  await eraseFromLog({ records: [...new Set(records)], changes }, deps, memory);
}
