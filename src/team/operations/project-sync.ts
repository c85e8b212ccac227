import { Fault } from "../../shared/errors.ts";
import type { Clock, Log } from "../../shared/ports.ts";
import type { Timers } from "../../shared/timers.ts";
import type { Memory } from "../../store/file/memory.ts";
import { QUARANTINED, type TeamProgress } from "../rules/membership.ts";
import { teamOf } from "../sql/team-progress.ts";
import { memberChanges, noteContact } from "../sql/team-store.ts";
import { knownContact } from "./get-team-status.ts";
import { newRoundMemory, type RoundDeps, type TeamLink } from "./round-deps.ts";
import { syncRound } from "./sync-round.ts";
import type { Contact, SyncOptions, SyncReport, TeamSync } from "./team-sync.ts";

/** How long others' changes may take to get here, if nothing is written here. */
const EVERY_MS = 3_000;
/** Others change while a project is shared with a team. */
const IDENTIFYING = ["team", "url", "graph"] as const;
/** Enough for a round that is nearly done. */
const LAST_WAIT_MS = 1_000;

export interface ProjectSyncDeps {
  readonly memory: Memory;
  readonly clock: Clock;
  readonly log: Log;
  readonly timers: Timers;
  readonly breathe: RoundDeps["breathe"];
  readonly random: () => number;
  /** Loads what is needed to speak with the log. */
  connect(team: TeamProgress): Promise<TeamLink>;
  /** Called after each round that did something. */
  done(project: string, report: SyncReport): void;
}

/** Keeps one project in step. */
export interface ProjectSync {
  readonly project: string;
  /** Whether it is the same team in the same place. */
  isOf(team: TeamProgress): boolean;
  /** From now on there is a round every few seconds, and one soon after `wake`. */
  start(): void;
  stop(): Promise<void>;
  wake(): void;
  /** A round that begins now, or when the one under way is over. @throws Fault. */
  round(options?: SyncOptions): Promise<SyncReport>;
  /** The same for a caller that is told at once while the log is known to be away. @throws Fault. */
  roundOrRefuse(options?: SyncOptions): Promise<SyncReport>;
  link(): Promise<TeamLink>;
  contact(): Contact;
  /** Whether the team takes what is said here. */
  mayShare(): Promise<boolean>;
  /** Whether a call may wait for the log. */
  mayWait(): boolean;
}

export function projectSync(team: TeamProgress, deps: ProjectSyncDeps): ProjectSync {
  const { memory, clock, log, timers } = deps;
  const { project } = team;
  const breaker = circuitBreaker(deps.random);
  const contact = knownContact(team);
  const remembered = newRoundMemory();
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  let waiting: Promise<SyncReport> | undefined;
  let linked: Promise<TeamLink> | undefined;
  let isStarted = false;
  let isPlanned = false;
  let isWoken = false;
  let cancel = (): void => {};
  /** Looked up again after a while, because it takes signatures to find it out. */
  let role: { readonly at: number; readonly mayShare: boolean } | undefined;

  const link = (): Promise<TeamLink> => {
    linked ??= deps.connect(team).catch((error: unknown) => {
      linked = undefined;
      throw error;
    });
    return linked;
  };

  const makeRound = async (options: SyncOptions): Promise<SyncReport> => {
    const signal = options.signal ? AbortSignal.any([options.signal, stopping.signal]) : stopping.signal;
    try {
      const round = { ...deps, ...(await link()) };
      const report = await syncRound(project, round, { ...options, signal, remembered });
      breaker.succeeded();
      const now = clock.now();
      if (contact.answered(now)) await noteContact(memory, project, { at: now });
      deps.done(project, report);
      return report;
    } catch (error) {
      if (!signal.aborted) await noteFailure(error);
      throw error;
    }
  };

  const noteFailure = async (error: unknown): Promise<void> => {
    const fault = Fault.from(error);
    const now = clock.now();
    breaker.failed(now.getTime());
    if (!contact.failed(now, fault.message)) return;
    const about = { project, reason: fault.reason, problem: fault.message };
    if (fault.code === "internal") log.error("Keeping in step with the team failed", { ...about, error });
    else log.warn("The team's graph is away; what is written here waits.", about);
    await noteContact(memory, project, { at: now, problem: fault.message }).catch(() => {});
  };

  const round = (options?: SyncOptions): Promise<SyncReport> => {
    // One that has not begun yet does for all who wait for one.
    if (waiting && !options) return waiting;
    const before = running ?? Promise.resolve();
    const made = before.then(() => {
      if (waiting === made) waiting = undefined;
      return makeRound(options ?? {});
    });
    if (!options) waiting = made;
    const ended = made
      .then(
        () => {},
        () => {},
      )
      .then(() => {
        if (running !== ended) return;
        running = undefined;
        // What was written while it went on may not have been part of it.
        if (isWoken && breaker.isClosed) plan(0);
      });
    running = ended;
    return made;
  };

  const plan = (ms: number): void => {
    cancel();
    isWoken = false;
    isPlanned = isStarted && !stopping.signal.aborted;
    if (!isPlanned) return;
    cancel = timers.after(ms, () => {
      isPlanned = false;
      void round()
        .catch(() => {})
        .then(() => running)
        .then(() => {
          if (!isPlanned) plan(nextMs());
        });
    });
  };
  /** While the log is away, there is a try when its wait is over, and no more of them. */
  const nextMs = (): number => waitMs() || EVERY_MS;
  const waitMs = (): number => breaker.waitMs(clock.now().getTime());

  return {
    project,
    isOf: (other) => IDENTIFYING.every((field) => other[field] === team[field]),
    start() {
      if (isStarted) return;
      isStarted = true;
      plan(0);
    },
    async stop() {
      isStarted = false;
      cancel();
      if (running)
        await Promise.race([running, new Promise<void>((resolve) => timers.after(LAST_WAIT_MS, resolve))]);
      stopping.abort();
      const open = await linked?.catch(() => undefined);
      await open?.teamLog
        .close()
        .catch((error: unknown) => log.debug("Closing the team's log failed", { error }));
    },
    wake() {
      if (running) isWoken = true;
      else if (waitMs() === 0) plan(0);
    },
    round,
    async roundOrRefuse(options) {
      const away = contact.describe(clock.now(), waitMs());
      if (away.state === "away" && waitMs() > 0) throw isAway(away.why, away.retryAfter);
      return round(options).catch((error: unknown) => {
        const { code, message } = Fault.from(error);
        throw code === "internal" ? error : isAway(message, Math.ceil(nextMs() / 1_000), error);
      });
    },
    link,
    contact: () => contact.describe(clock.now(), Math.max(waitMs(), EVERY_MS)),
    async mayShare() {
      const now = clock.now().getTime();
      if (!role || now - role.at > EVERY_MS) {
        const { identity } = await link();
        const known = (await teamOf(memory, project)) ?? team;
        role = { at: now, mayShare: identity.mayShare(known, await memberChanges(memory, project)) };
      }
      return role.mayShare;
    },
    mayWait: () => breaker.isClosed && contact.isFresh(clock.now()),
  };
}

const isAway = (why: string, retryAfter: number, cause?: unknown): Fault =>
  new Fault("unavailable", why, {
    reason: "graph_unavailable",
    retryAfter,
    hint: "Ask without fresh for what this machine knows.",
    cause,
  });

/** After so many failures in a row nobody asks any more, until some time has passed. */
const MOST_FAILURES = 3;
const FIRST_WAIT_MS = 1_000;
/** As long as between two rounds when all is well: a server that is back is noticed as soon as what others say. */
const LONGEST_WAIT_MS = 3_000;
/** The share of a wait that is left to chance, so that machines do not all come back at once. */
const JITTER = 0.5;

/** Keeps callers from something that fails. Times are in milliseconds. */
interface CircuitBreaker {
  /** Whether it works, as far as is known. */
  readonly isClosed: boolean;
  /** How long nobody should ask; 0 if anybody may. After the wait one may try. */
  waitMs(now: number): number;
  succeeded(): void;
  failed(now: number): void;
}

/** `random` gives numbers from 0 up to 1. */
function circuitBreaker(random: () => number): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  return {
    get isClosed() {
      return failures === 0;
    },
    waitMs: (now) => Math.max(0, openUntil - now),
    succeeded() {
      failures = 0;
      openUntil = 0;
    },
    failed(now) {
      failures++;
      if (failures < MOST_FAILURES) return;
      const whole = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - MOST_FAILURES));
      openUntil = now + whole * (1 - JITTER + JITTER * random());
    },
  };
}

/** How far each shared project is behind its team, in numbers. */
export async function teamLags(team: Pick<TeamSync, "teams">, now: Date) {
  const since = (time: Date): number => Math.max(0, (now.getTime() - time.getTime()) / 1_000);
  return (await team.teams()).map(({ project, pending, pendingSince, contactAt, setAside }) => ({
    project,
    changes: pending,
    seconds: pending > 0 && pendingSince ? since(pendingSince) : 0,
    ...(contactAt && { sinceContact: since(contactAt) }),
    quarantined: QUARANTINED.reduce((sum, reason) => sum + (setAside[reason] ?? 0), 0),
  }));
}
