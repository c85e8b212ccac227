import { type AuditAction, actionsThat } from "../../../domain/log/audit-actions.ts";
import { entriesAfter, headPosition } from "../log/audit-log.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import { yieldToEventLoop } from "../shared/yield-to-event-loop.ts";
import type { WordIndex } from "./word-rows.ts";

/** After these a row may have other words, or its number another row. What else is removed shows in the totals. */
const CHANGING: ReadonlySet<AuditAction> = new Set(
  (["removes", "replacesText", "rebuilds"] as const).flatMap(actionsThat),
);
/** While the rows are read for the first time, other work runs after this many. */
const ROWS_PER_READ = 5_000;
const ENTRIES_PER_READ = 1_000;
const INITIAL_CAPACITY = 1_024;
/** Row numbers are given out one after the other. A file with larger ones would take memory for all those between. */
const LARGEST_ROW = 20_000_000;

/** What BM25 needs to know about a whole table. */
export interface Totals {
  readonly rows: number;
  readonly words: number;
}

/** The rows of a full-text table, in memory: how long each is and which project it belongs to. */
export interface IndexedRows {
  /** Takes over what was written since the last call, by any process. Returns false if the rows cannot be relied on. */
  catchUp(): Promise<boolean>;
  totals(): Totals;
  lastRow(): number;
  /** In words. */
  lengthOf(row: number): number;
  /** The number of a project for `isIn`; undefined if no row belongs to it. */
  projectNumber(project: string): number | undefined;
  isIn(row: number, project: number): boolean;
}

/** `forget` is called when what is known about earlier rows no longer holds. */
export function indexedRows(connection: Connection, index: WordIndex, forget: () => void): IndexedRows {
  let lengths = new Uint32Array(INITIAL_CAPACITY);
  let projects = new Uint32Array(INITIAL_CAPACITY);
  const projectNumbers = new Map<string, number>();
  let known: Totals = { rows: 0, words: 0 };
  let lastRow = 0;
  let position: number | undefined;

  const startAgain = (): void => {
    lengths.fill(0);
    projects.fill(0);
    projectNumbers.clear();
    known = { rows: 0, words: 0 };
    lastRow = 0;
    position = undefined;
    forget();
  };

  const numberOf = (project: string): number => {
    const number = projectNumbers.get(project) ?? projectNumbers.size + 1;
    projectNumbers.set(project, number);
    return number;
  };

  const add = ([row, length, project]: IndexedRow): void => {
    if (row >= lengths.length) {
      const capacity = Math.max(row + 1, lengths.length * 2);
      lengths = enlarged(lengths, capacity);
      projects = enlarged(projects, capacity);
    }
    lengths[row] = length;
    if (project !== null) projects[row] = numberOf(project);
    known = { rows: known.rows + 1, words: known.words + length };
    lastRow = row;
  };

  /** Reads some of the new rows. Returns whether these were the last, and all that there are. */
  const readSome = (sql: Sql): "more" | "done" | "differs" => {
    const head = headPosition(sql);
    if (position !== undefined && changedSince(sql, position)) startAgain();
    const rows = newRows(sql, index, lastRow);
    if ((rows.at(-1)?.[0] ?? 0) > LARGEST_ROW) return "differs";
    for (const row of rows) add(row);
    if (rows.length === ROWS_PER_READ) return "more";
    const { rows: count, words } = readTotals(sql, index);
    if (count !== known.rows || words !== known.words) return "differs";
    position = head;
    return "done";
  };

  const readAll = async (): Promise<boolean> => {
    // Mostly nothing was written since.
    if (position !== undefined && (await connection.read(headPosition)) === position) return true;
    for (let attempts = 2; attempts > 0; ) {
      const result = await connection.read((sql) => inSnapshot(sql, () => readSome(sql)));
      if (result === "done") return true;
      if (result === "more") await yieldToEventLoop();
      else {
        // Rows were removed, or others read the table while it was only partly read here.
        attempts--;
        startAgain();
      }
    }
    return false;
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    catchUp() {
      // One after the other: whoever shared the one that runs could miss what was written since it began.
      const caughtUp = last.then(readAll, readAll);
      last = caughtUp;
      return caughtUp;
    },
    totals: () => known,
    lastRow: () => lastRow,
    lengthOf: (row) => lengths[row] as number,
    projectNumber: (project) => projectNumbers.get(project),
    isIn: (row, project) => projects[row] === project,
  };
}

function changedSince(sql: Sql, position: number): boolean {
  for (let from = position; ; ) {
    const entries = entriesAfter(sql, from, ENTRIES_PER_READ);
    if (entries.some(({ action }) => CHANGING.has(action))) return true;
    if (entries.length < ENTRIES_PER_READ) return false;
    from = entries.at(-1)?.seq ?? from;
  }
}

type IndexedRow = readonly [row: number, length: number, project: string | null];

/** As one JSON text, which is several times faster than thousands of rows. */
function newRows(sql: Sql, { table, types, rows: numbers }: WordIndex, after: number): IndexedRow[] {
  const memory =
    numbers === "memories"
      ? "LEFT JOIN memories m INDEXED BY memories_by_seq ON m.seq = d.id"
      : "LEFT JOIN passages p ON p.seq = d.id LEFT JOIN memories m ON m.seq = p.memory";
  const found = sql.get(
    `SELECT json_group_array(json_array(id, sizes, project)) AS rows FROM (
       SELECT d.id, hex(d.sz) AS sizes, iif(m.type IN ${types}, m.project, NULL) AS project
       FROM ${table}_docsize d ${memory} WHERE d.id > ? ORDER BY d.id LIMIT ?)`,
    after,
    ROWS_PER_READ,
  );
  const rows = JSON.parse(found?.["rows"] as string) as [number, string, string | null][];
  return rows.map(([row, sizes, project]) => [row, sum(numbersIn(Buffer.from(sizes, "hex"))), project]);
}

/** FTS5 keeps the number of rows, and that of the words of each column, in one record. */
export function readTotals(sql: Sql, { table }: WordIndex): Totals {
  return totalsIn(sql.get(`SELECT block FROM ${table}_data WHERE id = ${TOTALS_RECORD}`)?.["block"]);
}

/** The place of that record in the data table of an index. */
export const TOTALS_RECORD = 1;

export function totalsIn(block: Row[string] | undefined): Totals {
  const [rows = 0, ...words] = block instanceof Uint8Array ? numbersIn(block) : [];
  return { rows, words: sum(words) };
}

/** Numbers as SQLite writes them: seven bits in a byte, the highest first, and a bit that says whether more follow. */
function numbersIn(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of bytes) {
    number = number * 128 + (byte & 127);
    if (byte < 128) {
      numbers.push(number);
      number = 0;
    }
  }
  return numbers;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** A savepoint, because a write of this process may have begun. */
function inSnapshot<T>(sql: Sql, work: () => T): T {
  sql.script("SAVEPOINT snapshot");
  try {
    return work();
  } finally {
    sql.script("RELEASE snapshot");
  }
}

function enlarged(numbers: Uint32Array, capacity: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(capacity);
  larger.set(numbers);
  return larger;
}
