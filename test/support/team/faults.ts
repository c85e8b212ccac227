import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { FalkorDb } from "../falkordb.ts";
import type { Chance } from "./chance.ts";
import { type Machine, TEAM_USER } from "./programs.ts";

/** Something that goes wrong, and is right again when it returns. */
interface Fault {
  readonly name: string;
  /** How likely it is beside the others. */
  readonly weight: number;
  happen(): Promise<void>;
}

export interface FaultLane {
  /** One fault after the other, until the signal says that it is over. */
  run(signal: AbortSignal): Promise<void>;
}

/** What happened, and when it was over, in milliseconds since the beginning. */
export class Happened {
  readonly counts = new Map<string, number>();
  readonly #lines: string[] = [];
  readonly #began = performance.now();

  async note(name: string, happen: () => Promise<void>): Promise<void> {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    const began = this.#now();
    await happen();
    this.#lines.push(`${began} to ${this.#now()}: ${name}`);
  }

  /** To find out what led to something. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  #now(): number {
    return Math.round(performance.now() - this.#began);
  }
}

/** Milliseconds between two faults of a lane, in which things may recover. */
const REST = [300, 2_500] as const;

const holder =
  (chance: Chance, signal: () => AbortSignal | undefined) =>
  (from: number, to: number): Promise<void> =>
    pause(chance.between(from, to), undefined, { signal: signal() }).catch(() => {});

function lane(
  chance: Chance,
  happened: Happened,
  make: (hold: (from: number, to: number) => Promise<void>) => readonly Fault[],
): FaultLane {
  let current: AbortSignal | undefined;
  const hold = holder(chance, () => current);
  const faults = make(hold);
  return {
    async run(signal) {
      current = signal;
      while (!signal.aborted) {
        await hold(...REST);
        if (signal.aborted) return;
        const { name, happen } = chance.weighted(faults, ({ weight }) => weight);
        await happened.note(name, happen);
      }
    },
  };
}

/** What happens to machines and on the way from them to the server. */
export const machineFaults = (machines: readonly Machine[], chance: Chance, happened: Happened): FaultLane =>
  lane(chance, happened, (hold) => {
    /** For one machine, or for all of them. */
    const onTheWay = async (spoil: (machine: Machine) => unknown, longest: number): Promise<void> => {
      const hit = chance.is(0.3) ? machines : [chance.pick(machines)];
      for (const machine of hit) await spoil(machine);
      await hold(500, longest);
      for (const machine of hit) await machine.between.passes();
    };
    return [
      { name: "machine killed", weight: 6, happen: () => chance.pick(machines).crash() },
      { name: "silent port", weight: 2, happen: () => onTheWay(({ between }) => between.isSilent(), 6_000) },
      {
        name: "slow",
        weight: 2,
        happen: () => onTheWay(({ between }) => between.isSlow(chance.between(50, 700)), 6_000),
      },
      { name: "refused", weight: 2, happen: () => onTheWay(({ between }) => between.refuses(), 5_000) },
    ];
  });

/** What happens to the server. */
export const hubFaults = (hub: FalkorDb, chance: Chance, happened: Happened): FaultLane =>
  lane(chance, happened, (hold) => {
    let copy: string | undefined;
    const setPassword = (password: string): Promise<unknown> =>
      hub.command("ACL", "SETUSER", TEAM_USER.name, "resetpass", `>${password}`);
    return [
      {
        name: "hub killed",
        weight: 5,
        async happen() {
          await hub.kill();
          await hold(100, 2_500);
          await hub.start();
        },
      },
      {
        name: "hub frozen",
        weight: 4,
        async happen() {
          hub.pause();
          await hold(500, 6_000);
          hub.resume();
        },
      },
      {
        name: "wrong password",
        weight: 2,
        async happen() {
          await setPassword("of-somebody-else");
          await hub.command("CLIENT", "KILL", "USER", TEAM_USER.name);
          await hold(500, 4_000);
          await setPassword(TEAM_USER.password);
        },
      },
      {
        name: "maxmemory",
        weight: 2,
        async happen() {
          await hub.command("CONFIG", "SET", "maxmemory", "1mb");
          await hold(500, 4_000);
          await hub.command("CONFIG", "SET", "maxmemory", "0");
        },
      },
      {
        // A query that is under way then is written to the file after the emptying, with numbers of the names that it
        // knew. If the server read that file again, its graph would have values under wrong names: so it is rewritten.
        name: "hub emptied",
        weight: 1,
        async happen() {
          await hub.empty();
          await idle(hub);
          await rewritten(hub);
        },
      },
      {
        name: "hub lost its files",
        weight: 1,
        async happen() {
          await hub.kill();
          await rm(hub.data, { recursive: true, force: true });
          await hub.start();
        },
      },
      {
        // Not while it writes, so that the copy is one that can be started from.
        name: "hub copied",
        weight: 3,
        async happen() {
          hub.pause();
          const old = copy;
          copy = await hub.copyData();
          hub.resume();
          if (old !== undefined) await rm(old, { recursive: true, force: true });
        },
      },
      {
        name: "hub rolled back",
        weight: 1.5,
        async happen() {
          if (copy === undefined) return;
          await hub.restoreData(copy);
        },
      },
    ];
  });

/** Waits until no query is under way. */
async function idle(hub: FalkorDb): Promise<void> {
  const isBusy = async (): Promise<boolean> => {
    const running = (await hub.command("GRAPH.INFO", "RunningQueries", "WaitingQueries")) as unknown[];
    return running.some((part) => Array.isArray(part) && part.length > 0);
  };
  while (await isBusy()) await pause(20);
}

/** Waits until the server has written its files anew. */
export async function rewritten(hub: FalkorDb): Promise<void> {
  const isBusy = async (): Promise<boolean> =>
    /aof_rewrite_(?:in_progress|scheduled):1/.test(String(await hub.command("INFO", "persistence")));
  while (await isBusy()) await pause(20);
  await hub.command("BGREWRITEAOF");
  while (await isBusy()) await pause(20);
}
