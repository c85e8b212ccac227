import { indexText } from "../../../domain/shared/search-text.ts";
import type { Sql } from "./connection.ts";

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
  const row = sql.get(`SELECT title, body FROM ${table} WHERE rowid = ?`, rowNumber);
  const [title, body] = [indexText(texts.title), indexText(texts.body)];
  if (row && row["title"] === title && row["body"] === body) return false;
  if (row) sql.run(`DELETE FROM ${table} WHERE rowid = ?`, rowNumber);
  addWords(sql, table, rowNumber, texts);
  return !row || spaced(row["title"]) !== spaced(title) || spaced(row["body"]) !== spaced(body);
}

const spaced = (words: unknown): string =>
  String(words ?? "")
    .trim()
    .replace(/\s+/g, " ");
