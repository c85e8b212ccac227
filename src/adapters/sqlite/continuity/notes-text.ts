import type { Checkpoint } from "../../../domain/continuity/checkpoint.ts";
import type { Insight } from "../../../domain/continuity/insight.ts";
import { indexText } from "../../../domain/shared/search-text.ts";
import type { Sql } from "../shared/connection.ts";

/** In the transaction that adds the checkpoint, whoever does. */
export function indexCheckpoint(
  sql: Sql,
  memory: number,
  { summary, nextSteps }: Pick<Checkpoint, "summary" | "nextSteps">,
): void {
  indexNote(sql, memory, "", `${summary}\n${nextSteps}`);
}

/** In the transaction that adds the insight, whoever does. */
export function indexInsight(
  sql: Sql,
  memory: number,
  {
    content,
    topic,
    category,
    tags,
    source,
  }: Pick<Insight, "content" | "topic" | "category" | "tags" | "source">,
): void {
  const rest = [category ?? "", ...tags, source ?? ""].join("\n");
  indexNote(sql, memory, [content, topic ?? ""].join("\n"), rest);
}

function indexNote(sql: Sql, memory: number, title: string, body: string): void {
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
