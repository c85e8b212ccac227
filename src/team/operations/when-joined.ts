import type { CallSharing } from "../../shared/operations/sharing.ts";
import type { Log } from "../../shared/ports.ts";
import type { Timers } from "../../shared/timers.ts";
import type { Memory } from "../../store/file/memory.ts";
import { readTeams } from "../sql/team-progress.ts";
import { noTeams, type TeamSync } from "./team-sync.ts";

/** How soon a server without teams notices that a person joined one. */
const LOOK_EVERY_MS = 15_000;

export interface TeamService extends TeamSync {
  look(): Promise<unknown>;
}

/**
 * Nothing, until a project is shared: then the service is loaded, which brings the driver of the log along. Whoever shares
 * no project pays one look into the memory for it.
 */
export function whenJoined({
  memory,
  log,
  timers,
  load,
}: {
  readonly memory: Memory;
  readonly log: Log;
  readonly timers: Timers;
  load(): Promise<TeamService>;
}): TeamSync {
  let service: TeamSync = noTeams;
  let looked: Promise<void> | undefined;
  let isStarted = false;
  let cancel = (): void => {};

  const look = async (): Promise<void> => {
    if (service !== noTeams || (await readTeams(memory)).length === 0) return;
    const loaded = await load();
    await loaded.look();
    service = loaded;
    if (isStarted) service.start();
  };
  const lookOnce = (): Promise<void> => {
    looked ??= look().catch((error: unknown) => {
      log.debug("The shared projects could not be read", { error });
      looked = undefined;
    });
    return looked;
  };
  const found = async (): Promise<TeamSync> => {
    if (service === noTeams) await lookOnce();
    return service;
  };
  /** For whoever knows that a project is shared: it may be since a moment ago. */
  const required = (): Promise<TeamSync> => {
    if (service === noTeams) looked = undefined;
    return found();
  };
  const lookAgain = (): void => {
    cancel = timers.after(LOOK_EVERY_MS, () => {
      looked = undefined;
      void lookOnce().then(() => {
        if (isStarted && service === noTeams) lookAgain();
      });
    });
  };

  return {
    start() {
      isStarted = true;
      void lookOnce();
      lookAgain();
    },
    async stop() {
      isStarted = false;
      cancel();
      await looked;
      await service.stop();
      service = noTeams;
    },
    wake: (project) => service.wake(project),
    sharingOf(scope) {
      let own: CallSharing | undefined;
      const made = async (): Promise<CallSharing | undefined> => {
        const team = await found();
        own ??= team.sharingOf(scope);
        return own;
      };
      return {
        written: async (write) => (await made())?.written(write) ?? [],
        answered: async (project) => (await made())?.answered(project),
        takeNotices() {
          own ??= service.sharingOf(scope);
          return own?.takeNotices() ?? [];
        },
      };
    },
    takeNews: (project) => service.takeNews(project),
    // Nothing was written by this program if nobody looked.
    shareWithin: (ms) => service.shareWithin(ms),
    syncNow: async (...args) => (await required()).syncNow(...args),
    afterWrite: async (write) => (await found()).afterWrite(write),
    contact: async (project) => (await found()).contact(project),
    askFresh: async (...args) => (await found()).askFresh(...args),
    eraseEverywhere: async (project) => (await found()).eraseEverywhere(project),
    teams: async () => (await found()).teams(),
    examine: async (project) => (await required()).examine(project),
    machines: async (project) => (await required()).machines(project),
  };
}
