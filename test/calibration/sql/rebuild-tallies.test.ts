import { copyFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { roundForSum } from "../../../src/calibration/rules/calibration.ts";
import { readTally } from "../../../src/calibration/sql/tallies.ts";
import {
  addToTally,
  type CountedOutcome,
  rebuildTallies,
  removeFromTally,
} from "../../../src/calibration/sql/tally-changes.ts";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { timeOrder } from "../../../src/repair/schema/changes.ts";
import { MIGRATIONS } from "../../../src/repair/schema/index.ts";
import { type Connection, connect, type Row, type Sql } from "../../../src/store/file/connection.ts";
import { type MigrationStep, migrate } from "../../../src/store/file/migrate.ts";
import { act, DAY, decision } from "../../support/decisions.ts";
import { folderOfTest } from "../../support/memory.ts";
import { outcome } from "../../support/outcomes.ts";
import { silentLog } from "../../support/silent-log.ts";

const share = fc.oneof(
  fc.constantFrom(0, 0.1, 0.3, 0.5, 0.7, 0.9, 1),
  // Around half of the unit that the values are rounded to, where two ways of rounding could differ.
  fc.nat(20).map((n) => (0.5 - n * 2 ** -54) / 2 ** 32),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
const counted: fc.Arbitrary<CountedOutcome> = fc.record({
  project: fc.constantFrom("shop", "depot"),
  domain: fc.constantFrom("auth", "api"),
  author: fc.constantFrom("agent", "agent per_a", "human per_a", "human per_b"),
  at: fc.oneof(
    fc.integer({ min: -3, max: 300 }),
    fc.integer({ min: -8.64e15, max: 8.64e15 }),
    fc.integer({ min: 0, max: 100_000 }).map((n) => DAY.getTime() + n),
  ),
  score: share,
  confidence: fc.option(share),
});

const TABLES = ["tally_bins", "tally_times"];
/** The numbers with all their bits. */
const rowsOf = (sql: Sql): Row[][] => TABLES.map((table) => sql.all(`SELECT * FROM ${table}`));

function rebuiltRows(sql: Sql): Row[][] {
  rebuildTallies(sql);
  return rowsOf(sql);
}

async function memory(steps: readonly MigrationStep[] = MIGRATIONS): Promise<Connection & { path: string }> {
  const path = (await folderOfTest()).file("membria.db");
  const connection = await connect(path);
  onTestFinished(() => connection.close());
  await migrate(connection, path, steps);
  await connection.outsideTransaction("PRAGMA foreign_keys = OFF");
  return { ...connection, path };
}

/** With their decisions, which have the author. */
function insertCounting(sql: Sql, outcomes: readonly CountedOutcome[]): void {
  for (const [n, { project, domain, author, score, confidence, at }] of outcomes.entries()) {
    const [kind = "", person] = author.split(" ");
    sql.run(
      `INSERT INTO memories (id, type, project, content, author_kind, author, context_hash, created_at, updated_at, body)
       VALUES (?, 'decision', ?, '', ?, 'a', '', 0, 0, '{}')`,
      `dec_${n}`,
      project,
      kind,
    );
    if (person !== undefined) sql.run("UPDATE memories SET person = ? WHERE id = ?", person, `dec_${n}`);
    sql.run(
      `INSERT INTO outcomes (id, decision_id, project, domain, status, score, stated_confidence, counts, at, author_kind, author, body)
       VALUES (?, ?, ?, ?, 'partial', ?, ?, 1, ?, 'agent', 'a', '{}')`,
      `out_${n}`,
      `dec_${n}`,
      project,
      domain,
      score,
      confidence,
      at,
    );
  }
}

describe("The tallies", () => {
  it("are the same to the bit whether kept all along, in any order, or made again from the outcomes", async () => {
    const [kept, again] = [await memory(), await memory()];
    await fc.assert(
      fc.asyncProperty(
        fc.array(counted, { maxLength: 60 }),
        fc.array(counted, { maxLength: 20 }),
        fc.infiniteStream(fc.nat()),
        async (staying, passing, random) => {
          const order = <T>(items: readonly T[]): T[] =>
            items
              .map((item) => [random.next().value as number, item] as const)
              .toSorted(([a], [b]) => a - b)
              .map(([, item]) => item);
          const incremental = await kept.write((sql) => {
            for (const table of TABLES) sql.run(`DELETE FROM ${table}`);
            const all = order([...staying, ...passing]);
            for (const one of all) addToTally(sql, one);
            for (const one of order(passing)) removeFromTally(sql, one);
            return rowsOf(sql);
          });
          const rebuilt = await again.write((sql) => {
            for (const table of ["outcomes", "memories"]) sql.run(`DELETE FROM ${table}`);
            insertCounting(sql, order(staying));
            return rebuiltRows(sql);
          });
          expect(incremental).toEqual(rebuilt);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("are rounded by SQL as by the program", async () => {
    const { read } = await memory();
    await fc.assert(
      fc.asyncProperty(share, async (value) => {
        const row = await read((sql) =>
          sql.get("SELECT CAST(? * 4294967296.0 + 0.5 AS INTEGER) / 4294967296.0 AS x", value),
        );
        expect(row?.["x"]).toBe(roundForSum(value));
      }),
    );
  });

  it("stay what they were when they are made again after outcomes, replacements and erasures", async () => {
    const { path, write, read } = await memory();
    const store = await openMemoryFile(path, silentLog);
    onTestFinished(store.close);
    const decided = Array.from({ length: 8 }, (_, n) => decision({ confidence: n / 10 }));
    for (const one of decided) await addDecision(store, { decision: one }, act());
    for (const [n, at] of [5, 2, 7, 1, 1, 9, 3, 8, 0, 4, 6].entries()) {
      const one = decided[n % 8] as (typeof decided)[number];
      await addOutcome(
        store,
        "shop",
        one.id,
        outcome((n % 7) / 7),
        act(new Date(DAY.getTime() + at * 1_000)),
      );
    }
    await eraseDecision(store, "shop", decided[3]?.id as string, act());
    const before = await read(rowsOf);
    expect(before.map((rows) => rows.length > 0)).toEqual([true, true]);
    expect(await write(rebuiltRows)).toEqual(before);
  });
});

it("A file from before gets the tallies of its outcomes, and the last outcome by time counts", async () => {
  const before = MIGRATIONS.slice(0, MIGRATIONS.indexOf(timeOrder));
  const { path, write, read } = await memory(before);
  await write((sql) => {
    insertCounting(
      sql,
      [3, 4, 5, 0, 1, 2].map((day) => ({
        project: "shop",
        domain: "api",
        author: "agent",
        at: day * 86_400_000,
        score: day < 3 ? 0.1 : 0.7,
        confidence: 0.3,
      })),
    );
    sql.run(
      `UPDATE memories SET outcome = 'partial', outcome_score = 0.7, outcome_id = 'out_0', outcome_at = 0
       WHERE id = 'dec_0'`,
    );
    sql.run(
      `INSERT INTO outcomes (id, decision_id, project, domain, status, score, counts, at, author_kind, author, body)
       VALUES ('out_later', 'dec_0', 'shop', 'auth', 'success', 1, 0, ${9 * 86_400_000}, 'agent', 'a', '{}')`,
    );
  });
  const store = await openMemoryFile(path, silentLog);
  onTestFinished(store.close);
  expect(await readTally(store, "shop", "api")).toMatchObject({
    outcomes: 5,
    earlier: { outcomes: 2, score: 2 * roundForSum(0.1) },
    lastOutcomeAt: new Date(5 * 86_400_000),
  });
  const row = await read((sql) =>
    sql.get("SELECT outcome, outcome_score, outcome_id, outcome_at FROM memories WHERE id = 'dec_0'"),
  );
  expect(row).toEqual({
    outcome: "success",
    outcome_score: 1,
    outcome_id: "out_later",
    outcome_at: 9 * 86_400_000,
  });
  const migrated = await read(rowsOf);
  expect(await write(rebuiltRows)).toEqual(migrated);
});

it.each(["0.1.0", "0.2.0"])(
  "A memory of %s gets tallies by author that are those of its outcomes",
  async (version) => {
    const path = (await folderOfTest()).file("membria.db");
    await copyFile(fileURLToPath(new URL(`../../fixtures/memory-${version}.db`, import.meta.url)), path);
    const store = await openMemoryFile(path, silentLog);
    onTestFinished(store.close);
    const { read, write, close } = await connect(path);
    onTestFinished(close);
    const migrated = await read(rowsOf);
    const authors = new Set(migrated[0]?.map((row) => String(row["author"]).split(" ")[0]));
    expect(authors).toContain("agent");
    expect(await write(rebuiltRows)).toEqual(migrated);
  },
);
