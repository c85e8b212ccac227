/** The words of a full-text index in memory: the rows with each word, and the length and project of each row. */

import type { Connection, Row, Sql } from "../../store/file/connection.ts";
import type { SqlValue } from "../../store/file/driver.ts";
import { yieldToEventLoop } from "../../store/file/yield-to-event-loop.ts";
import { entriesAfter, headPosition } from "../../store/log/audit.ts";
import { type AuditAction, actionsThat } from "../../store/log/audit-actions.ts";
import { lengthFactor, occurrencesFrom, weightOf } from "./bm25.ts";

/** A full-text table with the columns `title` and `body`, and the types of memories in it. */
export interface WordIndex {
  readonly table: "memories_text" | "passages_text" | "notes_text";
  /** As an SQL list. */
  readonly types: string;
  /** A row number of the table is the number of one of these. */
  readonly rows: "memories" | "passages";
}
export interface WordHit {
  /** The number of the memory or passage. */
  readonly row: number;
  /** BM25, higher is better. */
  readonly words: number;
}

/** A word in the title, which is the statement and topic, counts three times. */
export const rankIn = ({ table }: WordIndex): string => `bm25(${table}, 3.0, 1.0)`;

/** About 16 MB for each index. The lists that were not used for longest go first. */
const MOST_ENTRIES = 2_000_000;
/** Words that no row has are in a list, too. */
const MOST_LISTS = 20_000;
/** Other work runs after this many rows, so that a long list does not block the process. */
const ROWS_PER_READ = 8_000;
/** Scores are read as integers, which JSON has in less space. Only whole occurrences are made of them. */
const SCALE = 1e15;

/** The rows with a word or phrase, ascending, and how often each has it; an occurrence in the title counts three times. */
export interface WordList {
  readonly rows: Uint32Array;
  readonly occurrences: Uint32Array;
}

interface KeptList extends WordList {
  /** The list is complete up to this row. */
  readonly upTo: number;
}

/**
 * The lists of the words that were asked for, in memory, because successive queries share most of their common words and
 * reading these takes most of the time of a search. Rows that were added since are read when a list is used again.
 */
export interface WordLists {
  readonly rows: IndexedRows;
  /** The number of rows with a word, if its list is here and complete. Call it after `catchUp` of the rows. */
  countOf(word: string): number | undefined;
  /** The same, and reads the list if one read is enough: counting first would take as long. */
  readCount(sql: Sql, word: string): number | undefined;
  /**
   * What `work` makes of the lists, which are those of one state of the memory as long as it runs. Undefined if they cannot
   * be relied on.
   */
  use<T>(words: readonly string[], work: (lists: readonly WordList[]) => T): Promise<T | undefined>;
}

export function wordLists(connection: Connection, index: WordIndex): WordLists {
  const lists = new Map<string, KeptList>();
  let entries = 0;
  const rows = indexedRows(connection, index, () => {
    lists.clear();
    entries = 0;
  });

  const keep = (word: string, list: KeptList): void => {
    entries += list.rows.length - (lists.get(word)?.rows.length ?? 0);
    lists.delete(word);
    lists.set(word, list);
    for (const [oldest, { rows: dropped }] of lists) {
      if ((entries <= MOST_ENTRIES && lists.size <= MOST_LISTS) || oldest === word) break;
      lists.delete(oldest);
      entries -= dropped.length;
    }
  };

  const isComplete = (list: KeptList | undefined): list is KeptList => list?.upTo === rows.lastRow();

  /** The list with the next rows of the table; undefined if the table changed since the rows were read. */
  const readMore = (sql: Sql, word: string): KeptList | undefined => {
    const known = lists.get(word) ?? NONE;
    const found = readRows(sql, index, word, known.upTo);
    const { rows: count, words } = rows.totals();
    if (found.totals.rows !== count || found.totals.words !== words) return undefined;
    const weight = weightOf(found.hits, count);
    const occurrences = found.rows.map((row, i) =>
      occurrencesFrom(
        (found.scores[i] as number) / SCALE / weight,
        lengthFactor(rows.lengthOf(row), words / count),
      ),
    );
    const ended = found.rows.length < ROWS_PER_READ;
    return {
      rows: joined(known.rows, found.rows),
      occurrences: joined(known.occurrences, occurrences),
      upTo: ended ? rows.lastRow() : (found.rows.at(-1) as number),
    };
  };

  /** Whether all lists were read before the table changed. */
  const readAll = async (words: readonly string[]): Promise<boolean> => {
    let rowsRead = 0;
    for (const word of words)
      while (!isComplete(lists.get(word))) {
        if (rowsRead >= ROWS_PER_READ) {
          await yieldToEventLoop();
          rowsRead = 0;
        }
        const before = lists.get(word)?.rows.length ?? 0;
        const list = await connection.read((sql) => readMore(sql, word));
        if (!list) return false;
        keep(word, list);
        rowsRead += list.rows.length - before;
      }
    return true;
  };

  const countOf = (word: string): number | undefined => {
    const list = lists.get(word);
    return isComplete(list) ? list.rows.length : undefined;
  };

  return {
    rows,
    countOf,
    readCount(sql, word) {
      if (countOf(word) === undefined && rows.totals().rows < ROWS_PER_READ) {
        const list = readMore(sql, word);
        if (list) keep(word, list);
      }
      return countOf(word);
    },
    async use(words, work) {
      for (let attempts = 3; attempts > 0; attempts--) {
        if (!(await rows.catchUp())) return undefined;
        if (!(await readAll(words))) continue;
        const found = words.map((word) => lists.get(word));
        // Others may have read lists meanwhile, for which some of these had to go, or the table may have changed.
        if (found.every(isComplete)) return work(found);
      }
      return undefined;
    },
  };
}

const NONE: KeptList = { rows: new Uint32Array(0), occurrences: new Uint32Array(0), upTo: 0 };

/** With the totals that the scores were computed with, because another process may have written meanwhile. */
function readRows(sql: Sql, index: WordIndex, word: string, after: number) {
  const { table } = index;
  const found = sql.one<{ rows: string; scores: string; hits: number; totals: SqlValue }>(
    `SELECT json_group_array(seq) AS rows, json_group_array(score) AS scores,
       (SELECT count(*) FROM ${table} WHERE ${table} MATCH ?1) AS hits,
       (SELECT block FROM ${table}_data WHERE id = ${TOTALS_RECORD}) AS totals
     FROM (SELECT rowid AS seq, CAST(-${SCALE} * ${rankIn(index)} AS INTEGER) AS score FROM ${table}
       WHERE ${table} MATCH ?1 AND rowid > ?2 ORDER BY rowid LIMIT ${ROWS_PER_READ})`,
    quoted(word),
    after,
  );
  return {
    rows: JSON.parse(found.rows) as number[],
    scores: JSON.parse(found.scores) as number[],
    hits: found.hits,
    totals: totalsIn(found.totals),
  };
}

export const quoted = (words: string): string => `"${words.replaceAll('"', '""')}"`;

function joined(first: Uint32Array, second: readonly number[]): Uint32Array {
  if (second.length === 0) return first;
  const both = new Uint32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** After these a row may have other words, or its number another row. What else is removed shows in the totals. */
const CHANGING: ReadonlySet<AuditAction> = new Set(
  (["removes", "replacesText", "rebuilds"] as const).flatMap(actionsThat),
);
/** While the rows are read for the first time, other work runs after this many. */
const ROW_SIZES_PER_READ = 5_000;
const ENTRIES_PER_READ = 1_000;
const INITIAL_CAPACITY = 1_024;
/** Row numbers are given out one after the other. A file with larger ones would take memory for all those between. */
const LARGEST_ROW = 20_000_000;

/** The sizes of a whole table, which BM25 needs. */
interface Totals {
  readonly rows: number;
  readonly words: number;
}

/** The rows of a full-text table, in memory: how long each is and which project it belongs to. */
interface IndexedRows {
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
    if (rows.length === ROW_SIZES_PER_READ) return "more";
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
  const found = sql.one<{ rows: string }>(
    `SELECT json_group_array(json_array(id, sizes, project)) AS rows FROM (
       SELECT d.id, hex(d.sz) AS sizes, iif(m.type IN ${types}, m.project, NULL) AS project
       FROM ${table}_docsize d ${memory} WHERE d.id > ? ORDER BY d.id LIMIT ?)`,
    after,
    ROW_SIZES_PER_READ,
  );
  const rows = JSON.parse(found.rows) as [number, string, string | null][];
  return rows.map(([row, sizes, project]) => [row, sum(numbersIn(Buffer.from(sizes, "hex"))), project]);
}

/** FTS5 keeps the number of rows, and that of the words of each column, in one record. */
export function readTotals(sql: Sql, { table }: WordIndex): Totals {
  return totalsIn(
    sql.value<SqlValue | undefined>(`SELECT block FROM ${table}_data WHERE id = ${TOTALS_RECORD}`),
  );
}

/** The place of that record in the data table of an index. */
const TOTALS_RECORD = 1;

function totalsIn(block: Row[string] | undefined): Totals {
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
