import { rebuildTallies } from "../../calibration/index.ts";
import { mendOutcome, mendPassages } from "../../decisions/index.ts";
import { passagesOfMemory, rebuildVectors } from "../../recall/index.ts";
import type { Act } from "../../shared/actor.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import type { Connection, Row, Sql } from "../../store/file/connection.ts";
import type { WordTable } from "../../store/file/word-rows.ts";
import { yieldToEventLoop } from "../../store/file/yield-to-event-loop.ts";
import { logWrite, ownOriginId } from "../../store/log/change.ts";
import type { Rebuilt, RebuiltTables } from "../../store/log/store-health.ts";
import { type IndexedMemoryRow, mendMemoryWords } from "./index-again.ts";

const SLICE = 200;

/** The last digits of a sum depend on the order of its terms, and a tally is not wrong because of them. */
const DIGITS_COMPARED = 9;

/** The rows that each index of words should have. */
const WORDS: Readonly<Record<WordTable, string>> = {
  memories_text: "SELECT seq FROM memories WHERE type = 'decision'",
  notes_text: "SELECT seq FROM memories WHERE type IN ('checkpoint', 'insight')",
  passages_text: "SELECT seq FROM passages WHERE kind <> 'text'",
};

/**
 * Everything is mended in place, and never empty in between, so that others can search and write meanwhile. Words and
 * current outcomes depend on one memory alone and go in slices: what is captured during the rebuild brings its own words
 * in its own transaction, and is at most compared once more. Tallies, the queue and the entry in the log are the last
 * transaction. If the rebuild is interrupted before it, what was mended stays, and a second rebuild does the rest.
 */
export async function rebuildDerived(
  memory: Connection,
  embedsAgain: boolean,
  act: Act,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<RebuiltTables> {
  let broken = 0;
  for (const table of Object.keys(WORDS) as WordTable[]) {
    if (await memory.write((sql) => rebuildIndex(sql, table))) broken++;
  }
  const { words, outcomes } = await mendMemories(memory, onProgress);
  return memory.write((sql) => {
    const stray = removeStrayWords(sql);
    const rebuilt = {
      words: { ...words, mended: words.mended + stray + broken },
      outcomes,
      tallies: comparedTallies(sql),
      vectors: rebuildVectors(sql, embedsAgain),
    };
    const subject = { kind: "memory", id: ownOriginId(sql), project: ALL_PROJECTS } as const;
    logWrite(sql, act, "memory.rebuilt", subject, { ...mendedOf(rebuilt) });
    return rebuilt;
  });
}

const mendedOf = (rebuilt: RebuiltTables): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(rebuilt).map(([name, { mended }]) => [name, mended]));

/** Makes the index of the words again from the texts that it keeps. Returns whether it did not fit them. */
function rebuildIndex(sql: Sql, table: WordTable): boolean {
  const isSound = fitsItsTexts(sql, table);
  sql.run(`INSERT INTO ${table} (${table}) VALUES ('rebuild')`);
  return !isSound;
}

function fitsItsTexts(sql: Sql, table: WordTable): boolean {
  try {
    sql.run(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`);
    return true;
  } catch {
    return false;
  }
}

async function mendMemories(
  connection: Connection,
  onProgress: (done: number, total: number) => void,
): Promise<{ readonly words: Rebuilt; readonly outcomes: Rebuilt }> {
  const total = await connection.read((sql) => sql.get("SELECT count(*) AS n FROM memories") as Row);
  const words = { rows: 0, mended: 0 };
  const outcomes = { rows: 0, mended: 0 };
  const add = (part: { rows: number; mended: number }, mended: boolean): void => {
    part.rows++;
    if (mended) part.mended++;
  };
  for (let after = 0, done = 0; ; ) {
    const rows = await connection.write((sql) => {
      const slice = sql.all<IndexedMemoryRow & { outcome_id: string | null }>(
        "SELECT seq, id, type, outcome_id FROM memories WHERE seq > ? ORDER BY seq LIMIT ?",
        after,
        SLICE,
      );
      for (const row of slice) {
        const mended = mendRowWords(sql, row);
        if (mended !== undefined) add(words, mended);
        if (row.type !== "decision") continue;
        const mendedOutcome = mendOutcome(sql, row.id);
        if (mendedOutcome || row.outcome_id !== null) add(outcomes, mendedOutcome);
      }
      return slice;
    });
    const last = rows.at(-1);
    if (!last) return { words, outcomes };
    after = last["seq"] as number;
    done += rows.length;
    onProgress(done, Math.max(done, total["n"] as number));
    await yieldToEventLoop();
  }
}

/** Undefined for a memory that is not searched by words. */
function mendRowWords(sql: Sql, row: IndexedMemoryRow): boolean | undefined {
  const mended = mendMemoryWords(sql, row);
  if (mended === undefined) return undefined;
  return mendPassages(sql, row.seq, passagesOfMemory(sql, row.id)) || mended;
}

/** Words of a memory that does not exist, or that belongs into the other index. */
function removeStrayWords(sql: Sql): number {
  let removed = 0;
  for (const [table, rows] of Object.entries(WORDS)) {
    const stray = sql.all<{ rowid: number }>(`SELECT rowid FROM ${table} WHERE rowid NOT IN (${rows})`);
    for (const { rowid } of stray) sql.run(`DELETE FROM ${table} WHERE rowid = ?`, rowid);
    removed += stray.length;
  }
  return removed;
}

function comparedTallies(sql: Sql): Rebuilt {
  const before = talliesIn(sql);
  rebuildTallies(sql);
  const after = talliesIn(sql);
  const mended = new Set([...before, ...after].filter((row) => !before.has(row) || !after.has(row)));
  return { rows: after.size, mended: mended.size };
}

function talliesIn(sql: Sql): ReadonlySet<string> {
  const tables = sql.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'tally@_%' ESCAPE '@'",
  );
  return new Set(
    tables.flatMap(({ name }) =>
      sql
        .all(`SELECT * FROM ${name}`)
        .map((row) => JSON.stringify([name, ...Object.values(row).map(rounded)])),
    ),
  );
}

const rounded = (value: unknown): unknown =>
  typeof value === "number" ? Number(value.toFixed(DIGITS_COMPARED)) : value;
