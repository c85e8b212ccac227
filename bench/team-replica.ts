import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { memoryOver } from "../src/memory/open-memory.ts";

import { connect } from "../src/store/file/connection.ts";
import type { Memory } from "../src/store/file/memory.ts";
import { keyText } from "../src/team/rules/member-change.ts";
import { judgeWith, membersOf } from "../src/team/rules/members.ts";
import { readTeams, teamOf } from "../src/team/sql/team-progress.ts";
import {
  emptiedChanges,
  memberChanges,
  projectionAfter,
  readOutgoing,
  receiveEntries,
  storeJoining,
} from "../src/team/sql/team-store.ts";
import { actor, DAY } from "../test/support/decisions.ts";
import { silentLog } from "../test/support/silent-log.ts";
import { bytesByTable } from "./bytes-by-table.ts";
import { longestTick } from "./longest-tick.ts";
import { PROJECT } from "./memory.ts";
import { milliseconds } from "./report.ts";
import { quantile, timed } from "./rounds.ts";
import { historyIn, membershipOf, signatures, teamKey, writeHistory } from "./shared-history.ts";
import { folder, smoke } from "./workplace.ts";

/** How much a team has said when another machine comes in: 100,000 for the goal, which takes some minutes. */
const CHANGES = smoke ? 300 : Number(process.env["MEMBRIA_BENCH_CHANGES"] ?? 10_000);
const SLICE = smoke ? 100 : 500;
const OFTEN = smoke ? 2 : 50;
const GOAL_SECONDS = (120 * CHANGES) / 100_000;

const history = join(folder, "history.jsonl");
await writeHistory(join(folder, "first.db"), history, CHANGES, SLICE);

const path = join(folder, "second.db");
const memory = await memoryOver(await connect(path), path, silentLog);
await storeJoining(memory, membershipOf("org_new"), { by: actor(), at: DAY });

// As a round does: what was said here goes first.
await readOutgoing(memory, PROJECT, { sign: () => "" }, SLICE);
const { worst, result: slices } = await longestTick(() => receiveAll(memory));
const total = slices.reduce((sum, { took }) => sum + took, 0) / 1_000;
const computed = slices.reduce((sum, { used }) => sum + used, 0) / 1_000;
const verdict = total <= GOAL_SECONDS ? "kept" : "missed";
console.log(`\n${CHANGES} changes in slices of ${SLICE}, signatures checked, everything on disk`);
console.log(`  in total ${total.toFixed(1)} s, goal ≤ ${GOAL_SECONDS} s: ${verdict}`);
console.log(`  of the processor ${computed.toFixed(1)} s, which does not depend on what else runs`);
const median = quantile(
  slices.map(({ took }) => took),
  0.5,
);
console.log(`  a slice ${milliseconds(median)}; a timer was late by ${milliseconds(worst)} at worst`);
await showOften(memory);
await memory.close();
console.log(`  ${Math.round(bytesOf(path) / CHANGES)} bytes per change in the file`);
for (const [table, bytes] of [...(await bytesByTable(path))].sort(([, a], [, b]) => b - a).slice(0, 8))
  console.log(`    ${table.padEnd(16)} ${Math.round(bytes / CHANGES)}`);

/** How long each slice took, and how much of that this process computed. */
async function receiveAll(to: Memory): Promise<{ took: number; used: number }[]> {
  const times: { took: number; used: number }[] = [];
  let entry = 0;
  for await (const entries of historyIn(history)) {
    entry += entries.length;
    const cursor = { lifeId: "life", life: 1, entry, key: keyText(entries.at(-1)!) };
    const before = process.cpuUsage();
    const took = await timed(async () => {
      const known = await memberChanges(to, PROJECT);
      const members = membersOf([...known, ...entries], teamKey.publicKey, signatures);
      const { setAside } = await receiveEntries(to, PROJECT, entries, cursor, judgeWith(members, signatures));
      if (setAside > 0) throw new Error(`${setAside} changes were set aside.`);
    });
    const { user, system } = process.cpuUsage(before);
    times.push({ took, used: (user + system) / 1_000 });
    if (entry % 10_000 < SLICE) process.stderr.write(`  ${entry} of ${CHANGES} changes were received\n`);
  }
  return times;
}

/** What every few seconds costs while nothing happens. */
async function showOften(of: Memory): Promise<void> {
  const sealing = { sign: () => "" };
  const calls = {
    teams: () => readTeams(of),
    teamOf: () => teamOf(of, PROJECT),
    outgoing: () => readOutgoing(of, PROJECT, sealing, SLICE),
    emptiedChanges: () => emptiedChanges(of, PROJECT),
    projectionAfter: () => projectionAfter(of, PROJECT, CHANGES - SLICE, SLICE),
  };
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = [];
    for (let n = 0; n < OFTEN; n++) times.push(await timed(call));
    console.log(`  ${name.padEnd(16)} ${milliseconds(quantile(times, 0.5))}`);
  }
}

function bytesOf(file: string): number {
  return [file, `${file}-wal`].filter(existsSync).reduce((sum, one) => sum + statSync(one).size, 0);
}
