/**
 * The wordings of decisions that were edited, the first included. The row of a decision has the newest one. What a
 * revision says is JSON in `body`, in the columns and keys of that row.
 */
export const revisions = `
  CREATE TABLE revisions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    decision_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    author_kind TEXT NOT NULL,
    author TEXT NOT NULL,
    person TEXT,
    context_hash TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX revisions_by_decision ON revisions (decision_id, at, id);
  CREATE INDEX revisions_by_hash ON revisions (context_hash);
  `;
