import { Fault } from "../../shared/errors.ts";
import type { LostTo } from "../../shared/operations/sharing.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import type { TeamProgress } from "../rules/membership.ts";
import type { LogCursor, LogHead } from "../rules/team-log.ts";
import { emptiedChanges, everyChange, memberChanges, receiveEntries } from "../sql/team-store.ts";
import { eraseFromLog, rewriteWanted, wantRewrite } from "./erase-in-team.ts";
import { inBatches, type Pulled, projectChanges, pullChanges, pushChanges } from "./push-changes.ts";
import { LogLost, OriginTaken, type RoundDeps, type RoundMemory, type RoundOptions } from "./round-deps.ts";
import { requireTeam } from "./team-identity.ts";
import type { SyncReport } from "./team-sync.ts";

/** A log that is lost again and again in one round is left to the next. */
const MOST_TRIES = 5;

/**
 * One round for a shared project: read what others shared, share what waits, and see to the projection. Each step can be
 * done twice, so a program may be killed between any two of them, and another program may do the same at the same time.
 * @throws Fault of `TeamLog`.
 */
export async function syncRound(
  project: string,
  deps: RoundDeps,
  options: RoundOptions,
): Promise<SyncReport> {
  const sum = new RoundSum();
  for (let tries = 1; ; tries++) {
    const team = await requireTeam(deps, project);
    try {
      return await attempt(team, deps, options, sum);
    } catch (error) {
      if (!(error instanceof LogLost || error instanceof OriginTaken)) throw error;
      if (tries === MOST_TRIES) throw keepsChanging(error);
      await mend(error, team, deps, options);
      if (error instanceof LogLost) sum.healed = true;
    }
  }
}

/** Adds up what was done, also before something had to be mended. */
class RoundSum {
  shared = 0;
  received = 0;
  setAside = 0;
  healed = false;
  readonly lost: LostTo[] = [];
  readonly settled = new Set<string>();
}

async function attempt(
  team: TeamProgress,
  deps: RoundDeps,
  options: RoundOptions,
  sum: RoundSum,
): Promise<SyncReport> {
  const { project } = team;
  const { remembered } = options;
  const start = team.cursor ?? (await firstCursor(team, deps));
  // First, so that nothing is shared about a record that was erased elsewhere.
  const known = await pullChanges(team, start, deps, options);
  addPulled(sum, known);
  const shared = await pushChanges(team, known.cursor, deps, options);
  sum.shared += shared;
  const { cursor, head } =
    shared === 0 ? known : addPulled(sum, await pullChanges(team, known.cursor, deps, options));
  await emptyOnce(project, deps, remembered);
  const isBehind = head.projected < head.entries;
  // Whoever shared something projects it. If nobody does, the next round of anybody will.
  const isMine = shared > 0 || remembered.projectionSeen === head.projected;
  const projected = isBehind && isMine ? await projectChanges(project, head, deps, options) : head.projected;
  remembered.projectionSeen = projected < head.entries ? projected : undefined;
  await report(team, cursor, deps, remembered);
  const rewritten = await rewriteWanted(deps, remembered);
  return {
    rewritten,
    received: sum.received,
    setAside: sum.setAside,
    shared: sum.shared,
    lost: sum.lost,
    settled: [...sum.settled],
    healed: sum.healed,
    entries: head.entries,
    projected,
  };
}

function addPulled(sum: RoundSum, pulled: Pulled): Pulled {
  sum.received += pulled.applied;
  sum.setAside += pulled.setAside;
  sum.lost.push(...pulled.lost);
  for (const id of pulled.settled) sum.settled.add(id);
  return pulled;
}

async function firstCursor({ life }: TeamProgress, { teamLog }: RoundDeps): Promise<LogCursor> {
  const head = (await teamLog.head()) ?? (await teamLog.begin(life + 1, undefined));
  return { lifeId: head.lifeId, entry: 0 };
}

async function mend(
  error: LogLost | OriginTaken,
  team: TeamProgress,
  deps: RoundDeps,
  options: RoundOptions,
): Promise<void> {
  if (error instanceof OriginTaken) {
    await deps.identity.takeNewOrigin(team);
    return readAgain(team, deps);
  }
  try {
    await healLog(team, error.head, deps, options);
    options.remembered.emptied = true;
  } catch (again) {
    // The next try finds that out by itself.
    if (!(again instanceof LogLost)) throw again;
  }
}

/** What another memory shared under the old name was passed over, because this one had the same numbers. */
async function readAgain(
  { project, cursor, life }: TeamProgress,
  { memory, identity }: RoundDeps,
): Promise<void> {
  const team = await requireTeam({ memory }, project);
  if (!cursor) return;
  const judge = identity.judge(team, await memberChanges(memory, project));
  await receiveEntries(memory, project, [], { lifeId: cursor.lifeId, entry: 0, life }, judge);
}

/** A program that was killed may have applied an erasure and not passed it on to the log. */
async function emptyOnce(project: string, deps: RoundDeps, remembered: RoundMemory): Promise<void> {
  if (remembered.emptied) return;
  const changes = await emptiedChanges(deps.memory, project);
  await eraseFromLog({ records: [], changes }, deps, remembered);
  remembered.emptied = true;
}

/** Tells the others how far this machine is, when that changed, and else once a minute. */
async function report(
  { origin }: TeamProgress,
  { lifeId, entry }: LogCursor,
  { teamLog, clock }: RoundDeps,
  remembered: RoundMemory,
): Promise<void> {
  const now = clock.now();
  const { reported } = remembered;
  const isSame = reported?.lifeId === lifeId && reported.entry === entry;
  if (isSame && now.getTime() - reported.at < MINUTE_MS) return;
  await teamLog.report({ origin, lifeId, entry }, now);
  remembered.reported = { at: now.getTime(), lifeId, entry };
}

const keepsChanging = (cause: Error): Fault =>
  new Fault("unavailable", "The team's graph is being replaced again and again.", {
    reason: "graph_unavailable",
    retryAfter: 60,
    cause,
  });

const PAGE = 1_000;

/**
 * Fills a log that was emptied, replaced or rolled back with everything that this machine has and that was confirmed
 * before, with the positions it had; what waits follows as usual. The cursor is set last, so that a program that is killed
 * before offers everything again. Other machines do the same, and what is known already is passed over. @throws LogLost.
 */
async function healLog(
  team: TeamProgress,
  found: LogHead | undefined,
  deps: RoundDeps,
  options: RoundOptions,
): Promise<void> {
  const { memory, identity } = deps;
  const { project } = team;
  const head = await newLife(team, found, deps);
  // If somebody wrote while it was emptied, the server's files may have both in the wrong order, and it would read values
  // under wrong names when it starts again.
  if (!found) wantRewrite(options.remembered);
  const cursor: LogCursor = { lifeId: head.lifeId, entry: 0 };
  await offerEverything(team, cursor, deps, options);
  const changes = await emptiedChanges(memory, project);
  await eraseFromLog({ records: [], changes }, deps, options.remembered);
  const judge = identity.judge(team, await memberChanges(memory, project));
  await receiveEntries(memory, project, [], { ...cursor, life: head.life }, judge);
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
  { teamLog, memory, breathe }: RoundDeps,
  { signal, onProgress }: RoundOptions,
): Promise<void> {
  const all = shared + received;
  let done = 0;
  let after: number | undefined = 0;
  while (after !== undefined) {
    const page: Awaited<ReturnType<typeof everyChange>> = await everyChange(memory, project, after, PAGE);
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
