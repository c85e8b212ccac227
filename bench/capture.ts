import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { captureDecision } from "../src/decisions/operations/capture-decision.ts";
import { perform } from "../src/shared/operations/operation.ts";
import { openDatabase, type Statement } from "../src/store/file/driver.ts";
import { type CaptureInput, madeUpDecisions } from "./made-up-decisions.ts";
import { callOf, fileIn, openMemory, PROJECT, recordWrites, type Written } from "./memory.ts";
import { chart, judge, milliseconds } from "./report.ts";
import { quantile, takeTurns, timed, timedEach } from "./rounds.ts";
import { initialize, startServer } from "./server-process.ts";
import { folder, product, smoke } from "./workplace.ts";

const ROUNDS = smoke ? 1 : 30;
/** Long enough that each block contains its share of checkpoints. */
const BLOCK = smoke ? 5 : 100;

const SYNC = "one fdatasync of 4 kB";
const BARE = "the bare transaction";
const OPERATION = "the operation";
const PIPE = "through the pipe";

const next = madeUpDecisions(2);
const inputs = Array.from({ length: (ROUNDS + 1) * BLOCK }, next);
const recorded = await recordWrites(join(folder, "recorded"), inputs);

const sync = fileSync();
const bare = await bareTransactions(join(folder, "bare"), recorded);
const operation = await captures(join(folder, "operation"), inputs);
const pipe = await pipedCaptures(join(folder, "pipe"), inputs);

const samples = await takeTurns(
  [
    { name: SYNC, once: () => timedEach(BLOCK, sync.once) },
    { name: BARE, once: () => timedEach(BLOCK, bare.once) },
    { name: OPERATION, once: () => timedEach(BLOCK, operation.once) },
    { name: PIPE, once: () => timedEach(BLOCK, pipe.once) },
  ],
  ROUNDS,
);
await Promise.all([sync.end(), bare.end(), operation.end(), pipe.end()]);
await requireSameRows(join(folder, "bare"), join(folder, "operation"));

chart(`One durable capture, in blocks of ${BLOCK}`, samples, BARE);
judge(samples, [{ what: "the operation to the bare transaction", of: OPERATION, to: BARE, atMost: 3 }]);
for (const [name, times] of [
  [OPERATION, operation.times.slice(BLOCK)],
  [PIPE, pipe.times.slice(BLOCK)],
] as const) {
  const [middle, slow] = [quantile(times, 0.5), quantile(times, 0.99)].map(milliseconds);
  console.log(`  ${name}, one after the other: p50 ${middle}, p99 ${slow} (${times.length} captures)`);
}

/** The cost of a sync on this disk: if it is low, the other work matters more. */
function fileSync() {
  const file = openSync(join(folder, "sync"), "w");
  const page = Buffer.alloc(4_096, 1);
  return {
    once(): void {
      writeSync(file, page);
      fdatasyncSync(file);
    },
    end: () => closeSync(file),
  };
}

/** Writes the same rows, index entries and audit with precomputed values and prepared statements. */
async function bareTransactions(home: string, transactions: readonly (readonly Written[])[]) {
  const wiring = await openMemory(home);
  await wiring.memory.close();
  const db = await openDatabase(fileIn(home), 0);
  for (const pragma of ["synchronous = FULL", "secure_delete = ON", "foreign_keys = ON"]) {
    db.exec(`PRAGMA ${pragma}`);
  }
  const statements = new Map<string, Statement>();
  for (const { sql } of transactions.flat()) if (!statements.has(sql)) statements.set(sql, db.prepare(sql));
  const queue = transactions.values();
  return {
    once(): void {
      db.exec("BEGIN IMMEDIATE");
      for (const { sql, values } of queue.next().value!) statements.get(sql)!.run(...values);
      db.exec("COMMIT");
    },
    end(): void {
      statements.clear();
      db.close();
    },
  };
}

/** Otherwise the ratio would compare different work. */
async function requireSameRows(...homes: string[]): Promise<void> {
  const counts = homes.map(async (home) => {
    const db = await openDatabase(fileIn(home), 0);
    const tables = ["memories", "memories_text_docsize", "audit"];
    const rows = tables.map((table) => Object.values(db.prepare(`SELECT count(*) FROM ${table}`).get()!));
    db.close();
    return `${tables.join(", ")}: ${rows.join(", ")}`;
  });
  const [one, other] = await Promise.all(counts);
  if (one !== other) throw new Error(`The files differ. ${one} against ${other}`);
}

async function captures(home: string, from: readonly CaptureInput[]) {
  const wiring = await openMemory(home);
  const call = await callOf(wiring);
  const queue = from.values();
  const times: number[] = [];
  return {
    times,
    async once(): Promise<void> {
      const input = queue.next().value!;
      times.push(await timed(() => perform(captureDecision, input, wiring, call)));
    },
    end: () => wiring.memory.close(),
  };
}

async function pipedCaptures(home: string, from: readonly CaptureInput[]) {
  const server = startServer([product, "mcp", "serve"], { MEMBRIA_HOME: home, MEMBRIA_PROJECT: PROJECT });
  await initialize(server);
  server.notify("notifications/initialized");
  const queue = from.values();
  const times: number[] = [];
  return {
    times,
    async once(): Promise<void> {
      const { statement, alternatives, assumptions, confidence, riskLevel, reasoning } = queue.next().value!;
      const args = {
        statement,
        alternatives,
        assumptions,
        confidence,
        risk_level: riskLevel,
        context: { reasoning },
      };
      const request = { name: "membria_capture_decision", arguments: args };
      let result: unknown;
      times.push(
        await timed(async () => {
          result = await server.request("tools/call", request);
        }),
      );
      const { isError } = result as { isError?: boolean };
      if (isError) throw new Error(`A capture was refused: ${JSON.stringify(result)}`);
    },
    end: () => server.end(),
  };
}
