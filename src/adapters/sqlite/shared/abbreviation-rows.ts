import { abbreviationsIn, longFormKey, shortFormKey } from "../../../domain/shared/abbreviations.ts";
import type { Sql } from "./connection.ts";
import type { SqlValue } from "./driver.ts";
import type { WordTexts } from "./word-rows.ts";

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
