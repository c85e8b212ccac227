import { type AuditAction, effectsOf } from "../../store/log/audit-actions.ts";
import { headerOf, keyText, type SharedChange } from "../rules/member-change.ts";
import { isAboutMembers } from "../rules/member-statements.ts";
import type { PlacedChange } from "../rules/members.ts";
import type { TeamProgress } from "../rules/membership.ts";
import type { AppendedChange, LogCursor, LogEntry, LogHead, OfferedChange } from "../rules/team-log.ts";
import type { ReceivedChanges } from "../rules/team-store.ts";
import { teamOf } from "../sql/team-progress.ts";
import {
  confirmShared,
  emptiedChanges,
  memberChanges,
  projectionAfter,
  readOutgoing,
  receiveEntries,
} from "../sql/team-store.ts";
import { eraseFromLog } from "./erase-in-team.ts";
import { LogLost, OriginTaken, type RoundDeps, type RoundMemory, type RoundOptions } from "./round-deps.ts";

const MOST_AT_ONCE = 1_000;

/** Appends what was said here to the log, until nothing waits. @throws LogLost, OriginTaken. */
export async function pushChanges(
  team: TeamProgress,
  cursor: LogCursor,
  deps: RoundDeps,
  { signal, onProgress, remembered }: RoundOptions,
): Promise<number> {
  const { memory, identity } = deps;
  const { project } = team;
  const ownSeq = (await teamOf(memory, project))?.ownSeq ?? 0;
  const sealing = await identity.sealing(team, ownSeq);
  const mayShare = identity.mayShare(team, await memberChanges(memory, project));
  let shared = 0;
  for (;;) {
    const waiting = await readOutgoing(memory, project, sealing, MOST_AT_ONCE);
    // Nobody would take the rest. It waits in case the role becomes another one.
    for (const batch of inBatches(mayShare ? waiting : waiting.filter(isMemberChange))) {
      signal?.throwIfAborted();
      // Before it is sent: afterwards it would be too late if this program were killed.
      await identity.noteHandedOut(team, Math.max(...batch.map(({ seq }) => seq)));
      shared += await pushBatch(project, batch, cursor, deps, remembered);
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
  remembered: RoundMemory,
): Promise<number> {
  const { memory, teamLog } = deps;
  const result = await teamLog.append(batch, cursor);
  if (result.state === "lost") throw new LogLost(result.head);
  const taken = result.changes.filter(({ as }) => as !== "different");
  await eraseWithThem(project, batch, taken, deps, remembered);
  // Last, so that a program that is killed before does all of it again.
  await confirmShared(memory, project, taken);
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
  remembered: RoundMemory,
): Promise<void> {
  const keys = new Set(taken.map(keyText));
  const records = batch
    .filter((change) => keys.has(keyText(change)))
    .map(erasedBy)
    .filter((record) => record !== undefined);
  if (records.length === 0) return;
  // A person who was erased is in changes about any record.
  const changes = await emptiedChanges(deps.memory, project);
  await eraseFromLog({ records: [...new Set(records)], changes }, deps, remembered);
}

/** Few enough that applying them does not keep calls waiting. */
const SLICE = 500;

export interface Pulled extends Omit<ReceivedChanges, "toErase"> {
  readonly cursor: LogCursor;
  readonly head: LogHead;
}

/** Reads the log from the cursor to its end, and applies each slice together with the cursor. @throws LogLost. */
export async function pullChanges(
  team: TeamProgress,
  from: LogCursor,
  deps: RoundDeps,
  { signal, onProgress, remembered }: RoundOptions,
): Promise<Pulled> {
  const { teamLog, memory } = deps;
  const { project } = team;
  const members = memberReader(project, deps);
  const all = { applied: 0, setAside: 0, settled: new Set<string>(), lost: [] as ReceivedChanges["lost"] };
  let cursor = from;
  for (;;) {
    signal?.throwIfAborted();
    const slice = await teamLog.after(cursor, SLICE);
    if (slice.state === "lost") throw new LogLost(slice.head);
    const { head, entries } = slice;
    const last = entries.at(-1);
    if (!last) return { ...all, settled: [...all.settled], cursor, head };
    cursor = { lifeId: head.lifeId, entry: last.entry, key: keyText(last) };
    const judge = deps.identity.judge(team, await members(entries));
    const received = await receiveEntries(memory, project, entries, { ...cursor, life: head.life }, judge);
    all.applied += received.applied;
    all.setAside += received.setAside;
    all.lost = [...all.lost, ...received.lost];
    for (const id of received.settled) all.settled.add(id);
    // Somebody who did not know of an erasure yet has sent text about the record.
    await eraseFromLog({ records: [], changes: received.toErase }, deps, remembered);
    onProgress?.({ doing: "reading", done: last.entry, total: Math.max(head.entries, last.entry) });
    await deps.breathe();
  }
}

/** The changes about members that are known here, with those that are about to be applied. Read when first needed. */
function memberReader(project: string, { memory }: RoundDeps) {
  let known: readonly PlacedChange[] | undefined;
  return async (entries: readonly LogEntry[]): Promise<readonly PlacedChange[]> => {
    known ??= await memberChanges(memory, project);
    const added = entries.filter(isMemberChange);
    if (added.length > 0) {
      const keys = new Set(added.map(keyText));
      known = [...known.filter((change) => !keys.has(keyText(change))), ...added];
    }
    return known;
  };
}

const MOST_CHANGES = 200;
/** Well below what a server takes in one query, and little enough to be sent in a moment. */
const MOST_CHARACTERS = 1_000_000;

/** Pieces to append, in order. A change that is longer than all of a piece may be is one by itself. */
export function inBatches<C extends OfferedChange>(changes: readonly C[]): readonly (readonly C[])[] {
  const batches: C[][] = [];
  let room = 0;
  for (const change of changes) {
    const length = JSON.stringify(change).length;
    const last = batches.at(-1);
    if (last && last.length < MOST_CHANGES && length <= room) {
      last.push(change);
      room -= length;
    } else {
      batches.push([change]);
      room = MOST_CHARACTERS - length;
    }
  }
  return batches;
}

const isMemberChange = (change: SharedChange): boolean => isAboutMembers(headerOf(change)?.action ?? "");

/** The record that it erases; undefined if it erases none. */
function erasedBy(change: SharedChange): string | undefined {
  const header = headerOf(change);
  if (!header) return undefined;
  const effects = effectsOf(header.action as AuditAction) as ReturnType<typeof effectsOf> | undefined;
  return effects?.removes ? header.subject : undefined;
}

const PIECE = 500;

/**
 * Brings the projection up to what this machine has read. Another machine may do it at the same time: each piece counts
 * only if the projection is where the piece begins. Returns up to where it is.
 */
export async function projectChanges(
  project: string,
  head: LogHead,
  { memory, teamLog, breathe }: RoundDeps,
  { signal, onProgress }: RoundOptions,
): Promise<number> {
  let projected = head.projected;
  while (projected < head.entries) {
    signal?.throwIfAborted();
    const piece = await projectionAfter(memory, project, projected, PIECE);
    if (!piece || piece.lifeId !== head.lifeId || piece.to <= projected) return projected;
    if (!(await teamLog.project(piece))) return projected;
    projected = piece.to;
    onProgress?.({ doing: "projecting", done: projected, total: head.entries });
    await breathe();
  }
  return projected;
}
