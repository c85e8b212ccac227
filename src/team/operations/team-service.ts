import type { LostTo, SharedWrite } from "../../shared/operations/sharing.ts";
import type { AuditEntry } from "../../store/log/audit.ts";
import type { TeamProgress } from "../rules/membership.ts";
import { readTeams, teamOf } from "../sql/team-progress.ts";
import { claimsAbout } from "../sql/team-store.ts";
import { callSharing } from "./call-sharing.ts";
import { type ProjectSync, type ProjectSyncDeps, projectSync } from "./project-sync.ts";
import { requireTeam } from "./team-identity.ts";
import type { Sharing, TeamSync } from "./team-sync.ts";

/** How long the reply to an exclusive claim may wait for the team. */
const CLAIM_WAIT_MS = 300;
/** How often, and after how long, a server is asked again that writes its files anew already. */
const MOST_REWRITES = 10;
const REWRITE_WAIT_MS = 200;
/** News that nobody asked for is not kept for ever. */
const MOST_NEWS = 20;

export interface TeamServiceDeps extends Omit<ProjectSyncDeps, "done"> {
  /** Whether this program goes on for long enough to share what waits. */
  readonly keepsRunning: boolean;
  /** What others said has arrived. */
  received(project: string, settled: readonly string[]): void;
}

/** For programs on a memory with shared projects. */
export function teamService(deps: TeamServiceDeps): TeamSync & {
  /** Takes up what was joined, and leaves what was left. */
  look(): Promise<readonly TeamProgress[]>;
} {
  const { memory, timers, clock } = deps;
  const projects = new Map<string, ProjectSync>();
  const news = new Map<string, readonly LostTo[]>();
  let unfollow: (() => void) | undefined;
  let written = new Set<string>();

  const done: ProjectSyncDeps["done"] = (project, report) => {
    if (report.received > 0) deps.received(project, report.settled);
    const told = claimed.get(project);
    const lost = report.lost.filter(({ subject }) => !told?.has(subject));
    if (lost.length > 0) news.set(project, [...(news.get(project) ?? []), ...lost].slice(-MOST_NEWS));
  };
  /** What calls are waiting for: their own replies tell it. */
  const claimed = new Map<string, Set<string>>();

  const look = async (): Promise<readonly TeamProgress[]> => {
    const teams = await readTeams(memory);
    const joined = new Map(teams.map((team) => [team.project, team]));
    for (const [project, sync] of projects) {
      const team = joined.get(project);
      if (team && sync.isOf(team)) continue;
      projects.delete(project);
      await sync.stop();
    }
    for (const [project, team] of joined) {
      if (projects.has(project)) continue;
      const sync = projectSync(team, { ...deps, done });
      projects.set(project, sync);
      if (unfollow) sync.start();
    }
    return teams;
  };

  const noticeWrites = (entries: readonly AuditEntry[]): void => {
    if (entries.some(({ action }) => isAboutTeams(action))) {
      void look().catch((error: unknown) =>
        deps.log.warn("The shared projects could not be read", { error }),
      );
    }
    for (const project of new Set(entries.map((entry) => entry.project))) projects.get(project)?.wake();
  };

  /** A program that does not follow the memory may have joined just now. */
  const required = async (project: string): Promise<ProjectSync> => {
    if (!projects.has(project)) await look();
    const team = await requireTeam(deps, project);
    const sync = projects.get(project) ?? projectSync(team, { ...deps, done });
    projects.set(project, sync);
    return sync;
  };

  const waits = async ({ project, records }: SharedWrite): Promise<boolean> =>
    records === "many"
      ? ((await teamOf(memory, project))?.pending ?? 0) > 0
      : !(await claimsAbout(memory, project, records)).confirmed;

  const claim = async (sync: ProjectSync, write: SharedWrite): Promise<Sharing | undefined> => {
    const { project, records, claims = [] } = write;
    const subjects = records === "many" ? claims : [...new Set([...records, ...claims])];
    const waiting = claimed.get(project) ?? new Set();
    claimed.set(project, waiting);
    for (const subject of claims) waiting.add(subject);
    try {
      const round = sync.round().catch(() => undefined);
      const decided = await within(
        CLAIM_WAIT_MS,
        round.then((report) => report && claimsAbout(memory, project, subjects)),
      );
      if (!decided?.confirmed) return undefined;
      return { as: "shared", lost: decided.lost };
    } finally {
      for (const subject of claims) waiting.delete(subject);
    }
  };

  const within = <T>(ms: number, work: Promise<T>): Promise<T | undefined> => {
    let cancel = (): void => {};
    const late = new Promise<undefined>((resolve) => {
      cancel = timers.after(ms, () => resolve(undefined), { keepsAlive: true });
    });
    return Promise.race([work, late]).finally(cancel);
  };

  const service: ReturnType<typeof teamService> = {
    look,
    sharingOf: (scope) => callSharing(service, clock, scope),
    start() {
      unfollow ??= memory.follow(noticeWrites);
      for (const sync of projects.values()) sync.start();
    },
    async stop() {
      unfollow?.();
      unfollow = undefined;
      await Promise.all([...projects.values()].map((sync) => sync.stop()));
      projects.clear();
    },
    wake(project) {
      for (const sync of projects.values())
        if (project === undefined || sync.project === project) sync.wake();
    },
    syncNow: async (project, options) => (await required(project)).round(options),
    async afterWrite(write) {
      const sync = projects.get(write.project);
      if (!sync || write.records.length === 0) return { as: "local" };
      try {
        // Nothing of it is shared, as of a draft.
        if (!(await waits(write)) && !write.claims?.length) return { as: "local" };
        if (!(await sync.mayShare())) return { as: "kept" };
        written = written.add(write.project);
        if (write.claims?.length && sync.mayWait()) {
          const decided = await claim(sync, write);
          if (decided) return decided;
        } else sync.wake();
        const contact = sync.contact();
        if (contact.state === "away") return { as: "away", since: contact.since, why: contact.why };
        return { as: "waiting", by: deps.keepsRunning ? "this" : "another" };
      } catch (error) {
        deps.log.error("What became of a write in the team could not be found out", { error });
        return { as: "local" };
      }
    },
    async shareWithin(ms) {
      const ready = [...projects.values()].filter((sync) => written.has(sync.project) && sync.mayWait());
      await within(ms, Promise.all(ready.map((sync) => sync.round().catch(() => undefined))));
    },
    takeNews(project) {
      const lost = news.get(project) ?? [];
      news.delete(project);
      return lost;
    },
    contact: async (project) => projects.get(project)?.contact(),
    async askFresh(project, question, signal) {
      const sync = projects.get(project);
      if (!sync) return undefined;
      let report = await sync.roundOrRefuse({ signal });
      // Another machine may be about to project it, or died before it did.
      if (report.projected < report.entries) report = await sync.roundOrRefuse({ signal });
      const { teamLog } = await sync.link();
      return { ...(await teamLog.ask(await question())), at: clock.now(), entries: report.entries };
    },
    async eraseEverywhere(project) {
      const sync = projects.get(project);
      if (!sync) return undefined;
      const { teamLog } = await sync.link();
      const { entries, rewritten: isBegun } = await sync.round();
      let rewritten = isBegun;
      // Another program may have made it begin, perhaps before it lost the text.
      for (let tries = 0; !rewritten && tries < MOST_REWRITES; tries++) {
        if (tries > 0) await within(REWRITE_WAIT_MS, new Promise<never>(() => {}));
        rewritten = await teamLog.rewriteFiles();
      }
      const head = await teamLog.head();
      const machines = await teamLog.machines();
      const behind = machines.filter(({ entry, lifeId }) => lifeId !== head?.lifeId || entry < entries);
      return { rewritten, behind };
    },
    teams: () => readTeams(memory),
    async examine(project) {
      const { teamLog } = await (await required(project)).link();
      return teamLog.examine();
    },
    async machines(project) {
      const { teamLog } = await (await required(project)).link();
      return teamLog.machines();
    },
  };
  return service;
}

const isAboutTeams = (action: string): boolean => action.startsWith("team.");
