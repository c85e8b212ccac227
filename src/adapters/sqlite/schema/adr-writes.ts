/** ADR files that are about to be written, so that after a crash it is known which decision a file belongs to. */
export const adrWrites = `
  CREATE TABLE adr_writes (
    project TEXT NOT NULL,
    folder TEXT NOT NULL,
    draft TEXT NOT NULL,
    location TEXT NOT NULL,
    path TEXT NOT NULL,
    decision_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    dress TEXT NOT NULL CHECK (json_valid(dress)),
    file_hash TEXT NOT NULL,
    memory_hash TEXT NOT NULL,
    PRIMARY KEY (project, folder, draft)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX adr_writes_by_decision ON adr_writes (decision_id);
  `;
