import type { PlacedChange } from "../../domain/team/members.ts";
import type { TeamProgress } from "../../domain/team/membership.ts";
import { keyText } from "../../domain/team/shared-change.ts";
import type { LogCursor, LogEntry, LogHead } from "../../domain/team/team-log.ts";
import type { ReceivedChanges } from "../../domain/team/team-store.ts";
import { isMemberChange } from "./change-header.ts";
import { eraseFromLog } from "./erase-from-log.ts";
import { LogLost, type RoundDeps, type RoundOptions } from "./round-deps.ts";

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
  { signal, onProgress, memory }: RoundOptions,
): Promise<Pulled> {
  const { teamLog, store, clock } = deps;
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
    const received = await store.receive(
      project,
      entries,
      { ...cursor, life: head.life },
      judge,
      clock.now(),
    );
    all.applied += received.applied;
    all.setAside += received.setAside;
    all.lost = [...all.lost, ...received.lost];
    for (const id of received.settled) all.settled.add(id);
    // Somebody who did not know of an erasure yet has sent text about the record.
    await eraseFromLog({ records: [], changes: received.toErase }, deps, memory);
    onProgress?.({ doing: "reading", done: last.entry, total: Math.max(head.entries, last.entry) });
    await deps.breathe();
  }
}

/** The changes about members that are known here, with those that are about to be applied. Read when first needed. */
function memberReader(project: string, { store }: RoundDeps) {
  let known: readonly PlacedChange[] | undefined;
  return async (entries: readonly LogEntry[]): Promise<readonly PlacedChange[]> => {
    known ??= await store.memberChanges(project);
    const added = entries.filter(isMemberChange);
    if (added.length > 0) {
      const keys = new Set(added.map(keyText));
      known = [...known.filter((change) => !keys.has(keyText(change))), ...added];
    }
    return known;
  };
}
