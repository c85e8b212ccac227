import { indexText } from "../../domain/search-text.ts";
import type { Sql } from "./connection.ts";

/** In the transaction that adds the note. */
export function indexNote(sql: Sql, memory: number, title: string, body: string): void {
  sql.run(
    "INSERT INTO notes_text (rowid, title, body) VALUES (?, ?, ?)",
    memory,
    indexText(title),
    indexText(body),
  );
}

/**
 * After a note was deleted, which takes its words along: one may stay behind as the key of an index page, so all is written
 * anew.
 */
export function rewriteNotes(sql: Sql): void {
  sql.run("INSERT INTO notes_text (notes_text) VALUES ('rebuild')");
}
