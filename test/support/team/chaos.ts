import { setTimeout as pause } from "node:timers/promises";
import { type FalkorDb, startFalkorDb } from "../falkordb.ts";
import { chanceOf } from "./chance.ts";
import { type ChaosReport, slowness } from "./chaos-report.ts";
import { type Counted, countInLog, countRecords } from "./counted-writes.ts";
import { Happened, hubFaults, machineFaults } from "./faults.ts";
import { joinedMachines, type Machine, TEAM_USERS } from "./programs.ts";
import {
  changesOf,
  differencesOf,
  isDrained,
  openHubLog,
  openReplica,
  type Replica,
  replacedTwice,
} from "./what-is-where.ts";
import { Writers } from "./writes.ts";

const MACHINES = ["one", "two", "three"];
/** Far longer than it may take, so that what took too long is measured, too. */
const GIVE_UP_MS = 120_000;

/** Machines that write while everything goes wrong, and what is left of it when nothing does any more. */
export async function chaos(ms: number, seed: number): Promise<ChaosReport> {
  const hub = await startFalkorDb({ users: TEAM_USERS });
  let machines: readonly Machine[] = [];
  const replicas: Replica[] = [];
  try {
    machines = await joinedMachines(hub, MACHINES);
    await Promise.all(machines.map((machine) => machine.start()));
    for (const machine of machines) replicas.push(await openReplica(machine));
    const chance = chanceOf(seed);
    const happened = new Happened();
    const writers = new Writers(machines, chance);
    const over = AbortSignal.timeout(ms);
    const [seen] = await Promise.all([
      watched(replicas, over),
      writers.run(over),
      machineFaults(machines, chance, happened).run(over),
      hubFaults(hub, chance, happened).run(over),
    ]);
    const began = performance.now();
    const { drainMs, trace } = await drained(hub, replicas, began);
    return {
      ...(await examined(hub, replicas, writers)),
      seed,
      slowness: slowness(),
      happened,
      seen,
      writers,
      drainMs,
      trace,
    };
  } finally {
    for (const replica of replicas) await replica.close();
    for (const machine of machines) await machine.remove();
    await hub.remove();
  }
}

/** What machines thought of the server meanwhile, and for how long none of them got anything through to it. */
async function watched(replicas: readonly Replica[], signal: AbortSignal): Promise<ChaosReport["seen"]> {
  const problems = new Map<string, number>();
  let [most, since, longestStallMs] = [0, performance.now(), 0];
  while (!signal.aborted) {
    let confirmed = 0;
    for (const replica of replicas) {
      const { problem = "none", shared, received } = await replica.progress();
      problems.set(problem, (problems.get(problem) ?? 0) + 1);
      confirmed += shared + received;
    }
    if (confirmed > most) [most, since] = [confirmed, performance.now()];
    longestStallMs = Math.max(longestStallMs, performance.now() - since);
    await pause(250, undefined, { signal }).catch(() => {});
  }
  return { problems, longestStallMs };
}

async function drained(
  hub: FalkorDb,
  replicas: readonly Replica[],
  began: number,
): Promise<Pick<ChaosReport, "drainMs" | "trace">> {
  const trace: string[] = [];
  const log = await openHubLog(hub, replicas[0] as Replica);
  try {
    while (performance.now() - began < GIVE_UP_MS) {
      const ms = performance.now() - began;
      if (await isDrained(log, replicas)) return { drainMs: ms, trace };
      for (const replica of replicas) {
        const { life, pending, cursor, problem = "" } = await replica.progress();
        const now = `${replica.name}: life ${life}, read ${cursor?.entry}, waits ${pending} ${problem}`;
        if (trace.findLast((line) => line.includes(`${replica.name}:`))?.endsWith(now) !== true)
          trace.push(`${Math.round(ms)} ms ${now}`);
      }
      await pause(25);
    }
    return { drainMs: undefined, trace };
  } finally {
    await log.close();
  }
}

async function examined(hub: FalkorDb, replicas: readonly Replica[], { acknowledged, claims }: Writers) {
  const [first, ...others] = replicas as [Replica, ...Replica[]];
  const log = await openHubLog(hub, first);
  const changes = await changesOf(log).finally(() => log.close());
  const named = async (replica: Replica, counted: Promise<Counted> | Counted) => ({
    name: replica.name,
    ...(await counted),
  });
  const progress = await Promise.all(replicas.map((replica) => replica.progress()));
  const standing = new Map(
    await first.connection.read((sql) =>
      sql
        .all("SELECT id, standing FROM memories WHERE type = 'decision'")
        .map((row) => [row["id"] as string, row["standing"] as string] as const),
    ),
  );
  return {
    entries: changes.length,
    inLog: countInLog(acknowledged, changes),
    onMachines: await Promise.all(replicas.map((one) => named(one, countRecords(acknowledged, one)))),
    logOfMachines: await Promise.all(
      replicas.map(async (one) => named(one, countInLog(acknowledged, await one.changes()))),
    ),
    differences: (await Promise.all(others.map((other) => differencesOf(first, other)))).flat(),
    replacedTwice: (await Promise.all(replicas.map(({ connection }) => replacedTwice(connection)))).flat(),
    origins: new Set(changes.map(({ origin }) => origin)).size,
    setAside: progress.flatMap(({ setAside }) => Object.values(setAside)).reduce((sum, n) => sum + n, 0),
    wonThenLost: claims.filter(
      ({ decision, notices }) =>
        notices.includes("Shared with the team.") && standing.get(decision) === "draft",
    ).length,
  };
}
