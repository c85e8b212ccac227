import { abbreviationsIn, longFormKey, shortFormKey } from "../../shared/words/abbreviations.ts";
import { indexText } from "../../shared/words/search-text.ts";
import type { Sql } from "./connection.ts";
import type { SqlValue } from "./driver.ts";

export type WordTable = "memories_text" | "passages_text" | "notes_text";

/** The texts of a memory for its word index. A word in the title counts more. */
export interface WordTexts {
  readonly title: string;
  readonly body: string;
}

/** Call it in the transaction that adds the memory or passage with this row number. */
export function addWords(sql: Sql, table: WordTable, rowNumber: number, { title, body }: WordTexts): void {
  sql.run(
    `INSERT INTO ${table} (rowid, title, body) VALUES (?, ?, ?)`,
    rowNumber,
    indexText(title),
    indexText(body),
  );
}

/**
 * Makes the words of a memory what they should be, and returns whether they were not. Version 0.1.0 put other spaces
 * between them, which no search notices.
 */
export function mendWords(sql: Sql, table: WordTable, rowNumber: number, texts: WordTexts): boolean {
  const row = sql.get<{ title: string; body: string }>(
    `SELECT title, body FROM ${table} WHERE rowid = ?`,
    rowNumber,
  );
  const [title, body] = [indexText(texts.title), indexText(texts.body)];
  if (row && row.title === title && row.body === body) return false;
  if (row) sql.run(`DELETE FROM ${table} WHERE rowid = ?`, rowNumber);
  addWords(sql, table, rowNumber, texts);
  return !row || spaced(row.title) !== spaced(title) || spaced(row.body) !== spaced(body);
}

const spaced = (words: unknown): string =>
  String(words ?? "")
    .trim()
    .replace(/\s+/g, " ");

const COLUMNS = "memory, project, short, long, short_key, long_key";

/** Call it in the transaction that adds the memory with this row number. */
export function addAbbreviations(sql: Sql, memory: number, project: string, texts: WordTexts): void {
  for (const row of rowsFor(memory, project, texts))
    sql.run(`INSERT INTO abbreviations (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`, ...row);
}

/** Makes the abbreviations of a memory what its texts spell out, and returns whether they were not. */
export function mendAbbreviations(sql: Sql, memory: number, project: string, texts: WordTexts): boolean {
  const rows = sql.all(`SELECT ${COLUMNS} FROM abbreviations WHERE memory = ? ORDER BY short, long`, memory);
  const stored = rows.map((row) => Object.values(row));
  if (JSON.stringify(stored) === JSON.stringify(rowsFor(memory, project, texts))) return false;
  sql.run("DELETE FROM abbreviations WHERE memory = ?", memory);
  addAbbreviations(sql, memory, project, texts);
  return true;
}

/** In the order of the short and the long form. */
function rowsFor(memory: number, project: string, { title, body }: WordTexts): SqlValue[][] {
  const spelt = new Map(
    [title, body].flatMap(abbreviationsIn).map((one) => [JSON.stringify([one.short, one.long]), one]),
  );
  return [...spelt.values()]
    .sort((a, b) => (a.short === b.short ? (a.long < b.long ? -1 : 1) : a.short < b.short ? -1 : 1))
    .map((one) => [memory, project, one.short, one.long, shortFormKey(one), longFormKey(one)]);
}
