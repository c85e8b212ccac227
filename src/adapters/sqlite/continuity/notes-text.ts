import type { Checkpoint } from "../../../domain/continuity/checkpoint.ts";
import type { Insight } from "../../../domain/continuity/insight.ts";
import { type Passage, textPassages } from "../../../domain/decisions/passages.ts";
import { addPassages } from "../decisions/passage-rows.ts";
import type { Sql } from "../shared/connection.ts";
import { addWords, type WordTexts } from "../shared/word-rows.ts";

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

/** Adds the words of a note, and its text to what is embedded. */
export function addNote(sql: Sql, memory: number, texts: WordTexts): void {
  addWords(sql, "notes_text", memory, texts);
  addPassages(sql, memory, notePassages(texts));
}

export const notePassages = ({ title, body }: WordTexts): Passage[] => textPassages(`${title}\n${body}`);

/**
 * Must run after a note was deleted. A deleted word can remain in the index as the key of a page, so the whole index is
 * written again.
 */
export function rewriteNotes(sql: Sql): void {
  sql.run("INSERT INTO notes_text (notes_text) VALUES ('rebuild')");
}
