import type { TeamProgress } from "../../domain/team/membership.ts";
import type { LogCursor, LogHead } from "../../domain/team/team-log.ts";
import { inBatches } from "./batches.ts";
import { eraseFromLog, wantRewrite } from "./erase-from-log.ts";
import { LogLost, type RoundDeps, type RoundOptions } from "./round-deps.ts";

const PAGE = 1_000;

/**
 * Fills a log that was emptied, replaced or rolled back with everything that this machine has and that was confirmed
 * before, with the positions it had; what waits follows as usual. The cursor is set last, so that a program that is killed
 * before offers everything again. Other machines do the same, and what is known already is passed over. @throws LogLost.
 */
export async function healLog(
  team: TeamProgress,
  found: LogHead | undefined,
  deps: RoundDeps,
  options: RoundOptions,
): Promise<void> {
  const { store, identity, clock } = deps;
  const { project } = team;
  const head = await newLife(team, found, deps);
  // If somebody wrote while it was emptied, the server's files may have both in the wrong order, and it would read values
  // under wrong names when it starts again.
  if (!found) wantRewrite(options.memory);
  const cursor: LogCursor = { lifeId: head.lifeId, entry: 0 };
  await offerEverything(team, cursor, deps, options);
  const changes = await store.emptiedChanges(project);
  await eraseFromLog({ records: [], changes }, deps, options.memory);
  const judge = identity.judge(team, await store.memberChanges(project));
  await store.receive(project, [], { ...cursor, life: head.life }, judge, clock.now());
}

/** A later life than any that this machine has seen: the one that another machine began already, or one of its own. */
async function newLife(
  team: TeamProgress,
  found: LogHead | undefined,
  { teamLog }: RoundDeps,
): Promise<LogHead> {
  if (found && found.life > team.life && found.lifeId !== team.cursor?.lifeId) return found;
  return teamLog.begin(Math.max(team.life, found?.life ?? 0) + 1, found);
}

async function offerEverything(
  { project, shared, received }: TeamProgress,
  cursor: LogCursor,
  { teamLog, store, breathe }: RoundDeps,
  { signal, onProgress }: RoundOptions,
): Promise<void> {
  const all = shared + received;
  let done = 0;
  let after: number | undefined = 0;
  while (after !== undefined) {
    const page: Awaited<ReturnType<typeof store.everyChange>> = await store.everyChange(project, after, PAGE);
    for (const batch of inBatches(page.changes)) {
      signal?.throwIfAborted();
      const result = await teamLog.append(batch, cursor);
      if (result.state === "lost") throw new LogLost(result.head);
      done += batch.length;
      onProgress?.({ doing: "returning", done, total: Math.max(done, all) });
      await breathe();
    }
    after = page.next;
  }
}
