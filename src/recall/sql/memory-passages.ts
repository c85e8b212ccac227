/** The passages of a memory, which are searched beside its own text, and their tables. */
import { addPassages, type Passage, passagesOfDecision } from "../../decisions/index.ts";
import { notePassages, textsOfCheckpoint, textsOfInsight } from "../../sessions/index.ts";
import { topicKey } from "../../shared/names.ts";
import type { Sql } from "../../store/file/connection.ts";
import { readMemory } from "../../store/file/memory-row.ts";

/**
 * All passages that a memory should have, from what is stored of it. A damaged memory has none, and keeps nobody from
 * opening or rebuilding the file; the damage is reported when it is read.
 */
export function passagesOfMemory(sql: Sql, id: string): Passage[] {
  try {
    return storedPassages(sql, id);
  } catch {
    return [];
  }
}

function storedPassages(sql: Sql, id: string): Passage[] {
  const row = readMemory(sql, id);
  if (!row) return [];
  switch (row.type) {
    case "decision":
      return passagesOfDecision(sql, row);
    case "checkpoint":
      return notePassages(textsOfCheckpoint(row));
    case "insight":
      return notePassages(textsOfInsight(row));
    default:
      return [];
  }
}

/** Brings a file of an earlier version to passages. In a new file there is nothing to bring. */
export function indexPassages(sql: Sql): void {
  sql.script(passages);
  const memories = sql.all<{ seq: number; id: string; type: string; topic: string; topic_stated: number }>(
    "SELECT seq, id, type, topic, topic_stated FROM memories WHERE type <> 'context'",
  );
  for (const { seq, id, type, topic, topic_stated } of memories) {
    addPassages(sql, seq, passagesOfMemory(sql, id));
    if (type !== "decision" || topic_stated !== 1) continue;
    sql.run(
      "INSERT INTO topic_names (key, memory) VALUES (?, ?) ON CONFLICT DO NOTHING",
      topicKey(topic),
      seq,
    );
  }
}

/**
 * Texts that are indexed beside the memory they belong to, their words and vectors, and the names of topics. The words
 * have their own index, so that they do not change which words are rare in decisions.
 */
const passages = `
  CREATE TABLE passages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    memory INTEGER NOT NULL REFERENCES memories (seq) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    embedded INTEGER NOT NULL CHECK (embedded IN (0, 1)),
    UNIQUE (memory, kind, key)
  ) STRICT;
  CREATE VIRTUAL TABLE passages_text USING fts5 (title, body, tokenize = 'porter unicode61');
  INSERT INTO passages_text (passages_text, rank) VALUES ('secure-delete', 1);
  CREATE TRIGGER passage_gone AFTER DELETE ON passages BEGIN
    DELETE FROM passages_text WHERE rowid = old.seq;
  END;

  CREATE TABLE passage_vectors (
    passage INTEGER NOT NULL REFERENCES passages (seq) ON DELETE CASCADE,
    model TEXT NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (passage, model)
  ) STRICT;

  CREATE TABLE passage_codes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    passage INTEGER NOT NULL REFERENCES passages (seq) ON DELETE CASCADE,
    model TEXT NOT NULL,
    project TEXT NOT NULL,
    of_note INTEGER NOT NULL CHECK (of_note IN (0, 1)),
    code BLOB NOT NULL,
    UNIQUE (passage, model)
  ) STRICT;

  CREATE TABLE topic_names (
    key TEXT NOT NULL,
    memory INTEGER NOT NULL REFERENCES memories (seq) ON DELETE CASCADE,
    PRIMARY KEY (key, memory)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX topic_names_by_memory ON topic_names (memory);

  ALTER TABLE embedding_queue ADD COLUMN again INTEGER NOT NULL DEFAULT 0;
  `;
