/** Short forms that decisions spell out, with the keys under which a query finds both forms. */
export const abbreviations = `
  CREATE TABLE abbreviations (
    memory INTEGER NOT NULL REFERENCES memories (seq) ON DELETE CASCADE,
    project TEXT NOT NULL,
    short TEXT NOT NULL,
    long TEXT NOT NULL,
    short_key TEXT NOT NULL,
    long_key TEXT NOT NULL,
    UNIQUE (memory, short, long)
  ) STRICT;
  CREATE INDEX abbreviations_by_short ON abbreviations (short_key, project);
  CREATE INDEX abbreviations_by_long ON abbreviations (long_key, project);
  `;

/** Names the process that embeds a memory, so that others need not wait for one that has ended. */
export const embeddingClaims = `
  ALTER TABLE embedding_queue ADD COLUMN claimed_by TEXT;
  `;

/** The word index of checkpoints and insights, separate from that of decisions. The connection defines `index_text`. */
export const insights = `
  CREATE VIRTUAL TABLE notes_text USING fts5 (title, body, tokenize = 'porter unicode61');
  INSERT INTO notes_text (notes_text, rank) VALUES ('secure-delete', 1);
  INSERT INTO notes_text (rowid, title, body)
    SELECT seq, '', index_text(content || char(10) || coalesce(json_extract(body, '$.next_steps'), ''))
    FROM memories WHERE type = 'checkpoint';
  CREATE TRIGGER notes_text_gone AFTER DELETE ON memories WHEN old.type IN ('checkpoint', 'insight') BEGIN
    DELETE FROM notes_text WHERE rowid = old.seq;
  END;
  CREATE UNIQUE INDEX memories_context ON memories (project) WHERE type = 'context';
  `;
