import { systemEntropy, timeSortedIds } from "../../src/shared/system/system.ts";
import { nextSigningKey } from "../../src/team/files/next-signing-key.ts";
import { teamIdentity } from "../../src/team/operations/team-identity.ts";
import { teamService } from "../../src/team/operations/team-service.ts";
import type { TeamSync } from "../../src/team/operations/team-sync.ts";
import type { TeamLog } from "../../src/team/rules/team-log.ts";
import { manualTimers } from "./manual-timers.ts";
import { rewired, type TestMemory } from "./memory.ts";

/** A memory whose commands exchange changes through this log, wherever they say it is. */
export function sharingThrough(log: TeamLog, memory: TestMemory, name = "laptop"): TestMemory {
  const memoryMark = { machine: name, of: memory.memoryMark.of };
  const deps = { ...memory, memoryMark };
  const identity = teamIdentity({
    ...deps,
    entropy: systemEntropy,
    nextKey: nextSigningKey,
    rootOf: () => undefined,
    home: "/home/somebody",
  });
  const service = teamService({
    ...deps,
    timers: manualTimers(memory.clock),
    breathe: async () => {},
    random: () => 1,
    keepsRunning: false,
    connect: async () => ({ teamLog: log, identity }),
    received: () => {},
  });
  /** Every command is a program of its own, which looks at what is shared first. */
  const looking =
    <A extends unknown[], T>(use: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      await service.look();
      return use(...args);
    };
  const team: TeamSync = {
    ...service,
    syncNow: looking(service.syncNow),
    examine: looking(service.examine),
    eraseEverywhere: looking(service.eraseEverywhere),
  };
  return rewired(memory, {
    ids: timeSortedIds(memory.clock),
    memoryMark,
    team,
    openTeamLog: async () => log,
  });
}
