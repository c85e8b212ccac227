import type { Checkpoint } from "../../../domain/continuity/checkpoint.ts";
import type { Insight } from "../../../domain/continuity/insight.ts";
import type { Sql } from "../shared/connection.ts";
import type { WordTexts } from "../shared/word-rows.ts";

export const checkpointTexts = ({
  summary,
  nextSteps,
}: Pick<Checkpoint, "summary" | "nextSteps">): WordTexts => ({
  title: "",
  body: `${summary}\n${nextSteps}`,
});

export const insightTexts = ({
  content,
  topic,
  category,
  tags,
  source,
}: Pick<Insight, "content" | "topic" | "category" | "tags" | "source">): WordTexts => ({
  title: [content, topic ?? ""].join("\n"),
  body: [category ?? "", ...tags, source ?? ""].join("\n"),
});

/**
 * Must run after a note was deleted. A deleted word can remain in the index as the key of a page, so the whole index is
 * written again.
 */
export function rewriteNotes(sql: Sql): void {
  sql.run("INSERT INTO notes_text (notes_text) VALUES ('rebuild')");
}
