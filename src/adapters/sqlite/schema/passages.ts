/**
 * Texts that are indexed beside the memory they belong to, their words and vectors, and the names of topics. The words
 * have their own index, so that they do not change which words are rare in decisions.
 */
export const passages = `
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
