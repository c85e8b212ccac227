import { loadavg } from "node:os";
import { parseGraphUrl } from "../src/shared/graph-url.ts";
import { systemEntropy } from "../src/shared/system/system.ts";
import { openConnection } from "../src/team/falkordb/connection.ts";
import { connectTeamLog } from "../src/team/falkordb/team-log.ts";
import type { LogHead, OfferedChange } from "../src/team/rules/team-log.ts";
import { type FalkorDb, startFalkorDb, WITH_FALKORDB } from "../test/support/falkordb.ts";
import { madeUpChanges, madeUpRows } from "./hub/made-up-changes.ts";
import { milliseconds } from "./report.ts";
import { quantile, timed } from "./rounds.ts";
import { smoke } from "./workplace.ts";

const CLIENTS = smoke ? 5 : 50;
const ROUNDS = smoke ? 1 : 10;
/** Of each client in a round. */
const CALLS = smoke ? 2 : 30;
const CHANGES = smoke ? 1_000 : 100_000;
const BATCH = 200;
const PATIENCE = { call: 60_000, connect: 10_000 };

const verdict = (kept: boolean): string => (kept ? "kept" : "missed");
const open = (server: FalkorDb) =>
  connectTeamLog({ url: server.url, graph: "membria", entropy: systemEntropy, patience: PATIENCE });

if (WITH_FALKORDB.skip) {
  console.log("  There is no FalkorDB here, so there is nothing to measure.");
} else {
  await writers();
  await largeLog();
}

/** Every client writes one change after the other, as machines do that share what they just captured. */
async function writers(): Promise<void> {
  const server = await startFalkorDb();
  const first = open(server);
  const head = await first.begin(1, undefined);
  const cursor = { lifeId: head.lifeId, entry: 0 };
  const clients = Array.from({ length: CLIENTS }, (_, i) => {
    const [log, next] = [open(server), madeUpChanges(`machine-${i}`, i)];
    const bare = openConnection(parseGraphUrl(server.url), PATIENCE);
    return {
      append: () => log.append([next()], cursor),
      bare: () => bare.send(["GRAPH.QUERY", "membria", "RETURN 1", "--compact"]),
      end: () => Promise.all([log.close(), bare.close()]),
    };
  });
  const append: Block[] = [];
  const bare: Block[] = [];
  // The first round connects and warms up, and does not count.
  for (let round = 0; round <= ROUNDS; round++) {
    const blocks = [
      await block(clients.map((client) => client.append)),
      await block(clients.map((client) => client.bare)),
    ];
    if (round === 0) continue;
    append.push(blocks[0]!);
    bare.push(blocks[1]!);
  }
  const { entries } = (await first.head()) as LogHead;
  if (entries !== CLIENTS * CALLS * (ROUNDS + 1)) throw new Error(`There are ${entries} entries.`);
  console.log(
    `\n${CLIENTS} clients at once, ${CLIENTS * CALLS * ROUNDS} calls each way (load ${loadavg()[0]?.toFixed(1)})`,
  );
  const [rate, p99] = print("appends of one change", append);
  const [bareRate] = print("bare queries, RETURN 1", bare);
  console.log(`  a bare query to an append: ${(bareRate / rate).toFixed(2)} × as many`);
  console.log(`  goals: ≥ 500 appends/s: ${verdict(rate >= 500)}; p99 ≤ 150 ms: ${verdict(p99 <= 150)}`);
  await Promise.all([...clients.map((client) => client.end()), first.close()]);
  await server.remove();
}

interface Block {
  readonly seconds: number;
  readonly times: readonly number[];
}

async function block(calls: readonly (() => Promise<unknown>)[]): Promise<Block> {
  const times: number[] = [];
  const ms = await timed(() =>
    Promise.all(
      calls.map(async (call) => {
        for (let i = 0; i < CALLS; i++) times.push(await timed(call));
      }),
    ),
  );
  return { seconds: ms / 1_000, times };
}

function print(name: string, blocks: readonly Block[]): readonly [rate: number, p99: number] {
  const times = blocks.flatMap((one) => one.times);
  const rate = times.length / blocks.reduce((sum, { seconds }) => sum + seconds, 0);
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  console.log(
    `  ${name.padEnd(24)} ${rate.toFixed(0).padStart(6)}/s, p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
  );
  return [rate, p99];
}

/** A log of years, with its projection. */
async function largeLog(): Promise<void> {
  const server = await startFalkorDb();
  const log = open(server);
  const { lifeId } = await log.begin(1, undefined);
  const next = madeUpChanges("machine", 1);
  let bytes = 0;
  let known: OfferedChange[] = [];
  const appending = await timed(async () => {
    for (let n = 0; n < CHANGES; n += BATCH) {
      const changes = Array.from({ length: BATCH }, next);
      known = changes;
      bytes += changes.reduce(
        (sum, { header, signature, parts }) =>
          sum + header.length + signature.length + JSON.stringify(parts).length,
        0,
      );
      await log.append(changes, { lifeId, entry: 0 });
    }
  });
  const bare = await memoryOf(server);
  const pieces: number[] = [];
  for (let from = 0; from < CHANGES; from += BATCH) {
    const rows = madeUpRows(from, from + BATCH);
    pieces.push(await timed(() => log.project({ lifeId, from, to: from + BATCH, ...rows })));
  }
  const whole = await memoryOf(server);
  console.log(
    `\n${CHANGES} changes of ${(bytes / CHANGES).toFixed(0)} bytes, appended in ${(appending / 1_000).toFixed(1)} s`,
  );
  console.log(`  in memory: ${bare.toFixed(0)} MB, with the projection ${whole.toFixed(0)} MB`);
  console.log(
    `  a piece of the projection of ${BATCH} entries: p50 ${milliseconds(quantile(pieces, 0.5))}, p99 ${milliseconds(quantile(pieces, 0.99))}`,
  );
  const slices: number[] = [];
  for (let entry = 0; entry < CHANGES; entry += CHANGES / 50) {
    slices.push(await timed(() => log.after({ lifeId, entry, key: `machine:${entry}` }, BATCH)));
  }
  console.log(
    `  reading ${BATCH} entries: p50 ${milliseconds(quantile(slices, 0.5))}, p99 ${milliseconds(quantile(slices, 0.99))}`,
  );

  await server.kill();
  const restart = await timed(() => server.start());
  // The indexes are not ready yet, so this is the slowest that an append can be.
  const slow = await timed(() => log.append(known, { lifeId, entry: 0 }));
  const head = await log.head();
  if (head?.entries !== CHANGES || head.projected !== CHANGES)
    throw new Error(`Came back with ${JSON.stringify(head)}.`);
  console.log(`  back after kill -9, from the file as it was written: ${(restart / 1_000).toFixed(1)} s`);
  console.log(`  the first ${BATCH} changes offered after that: ${milliseconds(slow)}`);
  await log.rewriteFiles();
  while (/aof_rewrite_in_progress:1/.test(String(await server.command("INFO", "persistence"))))
    await log.head();
  await server.kill();
  const again = await timed(() => server.start());
  console.log(`  the same after the file was written anew: ${(again / 1_000).toFixed(1)} s`);
  console.log(`  in memory after that: ${(await memoryOf(server)).toFixed(0)} MB`);
  console.log(
    `  goals: ≤ 300 MB: ${verdict(whole <= 300)}; back in ≤ 10 s: ${verdict(Math.max(restart, again) <= 10_000)}`,
  );
  await log.close();
  await server.remove();
}

async function memoryOf(server: FalkorDb): Promise<number> {
  const info = String(await server.command("INFO", "memory"));
  return Number(/^used_memory:(\d+)/m.exec(info)?.[1]) / 1e6;
}
