import { mendDecisionWords } from "../../decisions/index.ts";
import { textsOfCheckpoint, textsOfInsight } from "../../sessions/index.ts";
import { Fault } from "../../shared/errors.ts";
import type { Sql } from "../../store/file/connection.ts";
import { readMemory } from "../../store/file/memory-row.ts";
import { mendWords, type WordTable } from "../../store/file/word-rows.ts";
import { abbreviations } from "../schema/words.ts";

const INDEX_SLICE = 500;

/**
 * Indexes the words of every memory again, because a text now has more of them. In a new file there are none. The indexes
 * are made anew: changing every row of the old ones takes many times as long, since what is deleted is overwritten.
 */
export function indexAgain(sql: Sql): void {
  sql.script(abbreviations);
  for (const table of ["memories_text", "notes_text"] as const) beginAnew(sql, table);
  for (let after = 0; ; ) {
    const rows = sql.all<IndexedMemoryRow>(
      "SELECT seq, id, type FROM memories WHERE seq > ? ORDER BY seq LIMIT ?",
      after,
      INDEX_SLICE,
    );
    for (const row of rows) addMemory(sql, row);
    const last = rows.at(-1);
    if (!last) break;
    after = last.seq;
  }
  for (const table of ["memories_text", "notes_text"] as const) keepTheRest(sql, table);
}

function beginAnew(sql: Sql, table: WordTable): void {
  // The old way leaves the triggers that name the table as they are.
  sql.script(`
    PRAGMA legacy_alter_table = ON;
    ALTER TABLE ${table} RENAME TO old_${table};
    PRAGMA legacy_alter_table = OFF;
    CREATE VIRTUAL TABLE ${table} USING fts5 (title, body, tokenize = 'porter unicode61');
    INSERT INTO ${table} (${table}, rank) VALUES ('secure-delete', 1);`);
}

function addMemory(sql: Sql, row: IndexedMemoryRow): void {
  try {
    mendMemoryWords(sql, row);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
}

/** A damaged memory keeps the words it has; reading it reports the damage. */
function keepTheRest(sql: Sql, table: WordTable): void {
  sql.script(`
    INSERT INTO ${table} (rowid, title, body)
      SELECT rowid, title, body FROM old_${table} WHERE rowid NOT IN (SELECT id FROM ${table}_docsize);
    DROP TABLE old_${table};`);
}

export type IndexedMemoryRow = { seq: number; id: string; type: string };

/**
 * Makes the words of a memory what they should be, and returns whether they were not. Undefined for a memory that is not
 * searched by words.
 */
export function mendMemoryWords(sql: Sql, { seq, id, type }: IndexedMemoryRow): boolean | undefined {
  if (type === "context") return undefined;
  const row = readMemory(sql, id);
  if (!row) return undefined;
  if (type === "decision") return mendDecisionWords(sql, seq, row);
  const texts = type === "checkpoint" ? textsOfCheckpoint(row) : textsOfInsight(row);
  return mendWords(sql, "notes_text", seq, texts);
}
