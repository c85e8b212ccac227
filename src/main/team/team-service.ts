import { decisionsById } from "../../decisions/index.ts";
import type { Deps } from "../../memory/index.ts";
import { MEMORY_AUTHOR } from "../../shared/actor.ts";
import type { Call } from "../../shared/operations/operation.ts";
import type { Timers } from "../../shared/timers.ts";
import {
  nextSigningKey,
  requireSecret,
  type TeamService,
  teamIdentity,
  teamService,
} from "../../team/index.ts";

type ServiceDeps = Omit<Deps, "team">;

/** Loaded when a project is shared. */
export function loadTeamService(
  deps: ServiceDeps,
  place: {
    readonly timers: Timers;
    readonly userHome: string;
    readonly keepsRunning: boolean;
    rootOf(project: string): string | undefined;
  },
): TeamService {
  const identity = teamIdentity({
    ...deps,
    nextKey: nextSigningKey,
    rootOf: place.rootOf,
    home: place.userHome,
  });
  return teamService({
    memory: deps.memory,
    // A command gives the same answer in a sentence.
    log: place.keepsRunning ? deps.log : { ...deps.log, warn: deps.log.debug },
    clock: deps.clock,
    timers: place.timers,
    keepsRunning: place.keepsRunning,
    breathe: () => new Promise((resolve) => setImmediate(resolve)),
    random: () => Buffer.from(deps.entropy.bytes(4)).readUInt32BE() / 2 ** 32,
    async connect(team) {
      const { url } = await requireSecret(deps, team);
      return { identity, teamLog: await deps.openTeamLog(url, team.graph) };
    },
    received: (project, settled) => followReceived(project, settled, deps),
  });
}

/** Decisions of others are embedded and learned from like those of this machine, and nobody waits for it. */
function followReceived(
  project: string,
  settled: readonly string[],
  { memory, meaning, afterDecision, background }: ServiceDeps,
): void {
  meaning.embedSoon();
  if (settled.length === 0) return;
  background.start("Learning from the team's outcomes", async () => {
    const decisions = await decisionsById(memory, project, settled);
    const call: Call = {
      actor: { author: MEMORY_AUTHOR, role: "agent", client: MEMORY_AUTHOR.name },
      scope: project,
      dueDays: 0,
      notices: [],
      consent: () => undefined,
      mayReportConsent: false,
      signal: new AbortController().signal,
      progress: () => {},
    };
    for (const decision of decisions)
      await background.step(() => afterDecision.outcomesCorrected([decision], call));
  });
}
