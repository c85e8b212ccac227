import type { Connection, Sql } from "../shared/connection.ts";
import { yieldToEventLoop } from "../shared/yield-to-event-loop.ts";
import { lengthFactor, occurrencesFrom, weightOf } from "./bm25.ts";
import { type IndexedRows, indexedRows, TOTALS_RECORD, totalsIn } from "./indexed-rows.ts";
import { rankIn, type WordIndex } from "./word-rows.ts";

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
  const found = sql.get(
    `SELECT json_group_array(seq) AS rows, json_group_array(score) AS scores,
       (SELECT count(*) FROM ${table} WHERE ${table} MATCH ?1) AS hits,
       (SELECT block FROM ${table}_data WHERE id = ${TOTALS_RECORD}) AS totals
     FROM (SELECT rowid AS seq, CAST(-${SCALE} * ${rankIn(index)} AS INTEGER) AS score FROM ${table}
       WHERE ${table} MATCH ?1 AND rowid > ?2 ORDER BY rowid LIMIT ${ROWS_PER_READ})`,
    quoted(word),
    after,
  );
  return {
    rows: JSON.parse(found?.["rows"] as string) as number[],
    scores: JSON.parse(found?.["scores"] as string) as number[],
    hits: found?.["hits"] as number,
    totals: totalsIn(found?.["totals"]),
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
