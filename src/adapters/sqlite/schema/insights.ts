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
