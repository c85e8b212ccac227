import type { Checkpoint } from "../../../domain/continuity/checkpoint.ts";
import type { Insight } from "../../../domain/continuity/insight.ts";
import { indexText } from "../../../domain/shared/search-text.ts";
import type { Sql } from "../shared/connection.ts";

/** Must run in the transaction that adds the checkpoint. */
export function indexCheckpoint(
  sql: Sql,
  memory: number,
  { summary, nextSteps }: Pick<Checkpoint, "summary" | "nextSteps">,
): void {
  indexNote(sql, memory, "", `${summary}\n${nextSteps}`);
}

/** Must run in the transaction that adds the insight. */
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
 * Must run after a note was deleted. A deleted word can remain in the index as the key of a page, so the whole index is
 * written again.
 */
export function rewriteNotes(sql: Sql): void {
  sql.run("INSERT INTO notes_text (notes_text) VALUES ('rebuild')");
}
