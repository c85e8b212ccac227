import { join } from "node:path";
import { captureDecision } from "../src/decisions/operations/capture-decision.ts";
import { readEnvironment } from "../src/main/environment.ts";
import { type Wiring, wire } from "../src/main/wire.ts";
import type { Deps } from "../src/memory/deps.ts";
import { followUp } from "../src/memory/follow-up.ts";
import { SHIPPED_PROFILE } from "../src/recall/rules/model-profile.ts";
import { type Call, perform } from "../src/shared/operations/operation.ts";
import { startScreening } from "../src/shared/screening.ts";
import { type Connection, connect, queriesBy, type Sql } from "../src/store/file/connection.ts";
import type { SqlValue } from "../src/store/file/driver.ts";
import { type CaptureInput, madeUpDecisions } from "./made-up-decisions.ts";

export const PROJECT = "example.org/bench/shop";

export const fileIn = (home: string): string => join(home, "membria.db");

/** The wiring of the product for the memory in `home`. */
export function openMemory(home: string): Promise<Wiring> {
  const flags = { home, dbPath: fileIn(home), project: PROJECT, logLevel: "error" };
  return wire(readEnvironment(flags), process.stderr, { keepsRunning: false });
}

/** The same memory with other parts, which the follow-up of a write uses too. */
export function rewired(wiring: Wiring, parts: Partial<Deps>): Wiring {
  const deps = { ...wiring, ...parts };
  return { ...deps, ...followUp(deps) };
}

/** The same memory for made-up vectors, whose cosines are taken for those of the shipped model. */
export function judgingMadeUpVectors(wiring: Wiring): Wiring {
  return rewired(wiring, { profiles: { ...wiring.profiles, of: async () => SHIPPED_PROFILE } });
}

export async function callOf(wiring: Wiring): Promise<Call> {
  const { project, dueDays } = await wiring.project();
  const screen = startScreening(wiring.secrets);
  return {
    actor: {
      role: "agent",
      author: { kind: "agent", name: screen.text("client", "bench") },
      client: screen.text("client", "bench/1.0.0"),
    },
    scope: project,
    dueDays,
    notices: [],
    signal: new AbortController().signal,
    consent: () => undefined,
    mayReportConsent: true,
    progress: () => {},
  };
}

/**
 * Puts `count` decisions into a new memory, each through the operation and in a transaction of its own, so that the
 * file looks as if it had grown by use. It is not synced on the way: nobody reads it after a crash.
 */
export async function growMemory(
  home: string,
  count: number,
  seed: number,
  more: () => Partial<CaptureInput> = () => ({}),
): Promise<void> {
  const wiring = await emptyMemory(home);
  const connection = await connect(fileIn(home));
  await connection.outsideTransaction("PRAGMA synchronous = OFF");
  const deps = rewired(wiring, {
    memory: { ...wiring.memory, ...connection },
  });
  const call = await callOf(wiring);
  const next = madeUpDecisions(seed);
  for (let i = 1; i <= count; i++) {
    await perform(captureDecision, { ...next(), ...more() }, deps, call);
    if (i % 10_000 === 0) process.stderr.write(`  ${i} of ${count} decisions\n`);
  }
  await connection.close();
}

/** The ids of all memories in the order of creation. */
export async function idsInOrder(home: string): Promise<readonly string[]> {
  const connection = await connect(fileIn(home));
  const rows = await connection.read((sql) => sql.all("SELECT id FROM memories ORDER BY seq"));
  await connection.close();
  return rows.map(({ id }) => id as string);
}

export interface Written {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Records the statements that captures of `inputs` run, for the bare transaction. */
export async function recordWrites(home: string, inputs: readonly CaptureInput[]): Promise<Written[][]> {
  const wiring = await emptyMemory(home);
  const transactions: Written[][] = [];
  const connection = listening(await connect(fileIn(home)), (sql, values) =>
    transactions.at(-1)?.push({ sql, values }),
  );
  const deps = rewired(wiring, {
    memory: { ...wiring.memory, ...connection },
  });
  const call = await callOf(wiring);
  for (const input of inputs) {
    transactions.push([]);
    await perform(captureDecision, input, deps, call);
  }
  await connection.close();
  return transactions;
}

/** A new memory file without an open store, and the other dependencies. */
async function emptyMemory(home: string): Promise<Wiring> {
  const wiring = await openMemory(home);
  await wiring.memory.close();
  // Follow-up work would need the store that was just closed.
  return rewired(wiring, { background: { ...wiring.background, start: () => {}, later: () => {} } });
}

const WRITES = /^\s*(?:INSERT|UPDATE|DELETE)\b/;

function listening(
  connection: Connection,
  onWrite: (sql: string, values: readonly SqlValue[]) => void,
): Connection {
  const heard = (sql: Sql): Sql => {
    const hearing =
      <T>(ask: (statement: string, ...values: SqlValue[]) => T) =>
      (statement: string, ...values: SqlValue[]): T => {
        if (WRITES.test(statement)) onWrite(statement, values);
        return ask(statement, ...values);
      };
    return { ...sql, ...queriesBy(hearing(sql.all), hearing(sql.get)), run: hearing(sql.run) };
  };
  return { ...connection, write: (work) => connection.write((sql) => work(heard(sql))) };
}
