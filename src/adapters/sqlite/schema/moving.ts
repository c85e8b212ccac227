/** Imports with the records each one added, and ADR files that are synchronised with the memory. */
export const moving = `
  CREATE TABLE imports (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    project TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('mama', 'adr', 'server-memory', 'json')),
    source TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'undone')),
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    position TEXT,
    progress TEXT NOT NULL CHECK (json_valid(progress))
  ) STRICT;
  CREATE INDEX imports_by_source ON imports (project, kind, fingerprint);

  CREATE TABLE import_items (
    run TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    record TEXT NOT NULL CHECK (record IN ('memory', 'link', 'proposal', 'standing')),
    id TEXT NOT NULL,
    before TEXT,
    digest TEXT,
    PRIMARY KEY (run, record, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE erased_sources (
    project TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (project, digest)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE adr_files (
    project TEXT NOT NULL,
    folder TEXT NOT NULL,
    path TEXT NOT NULL,
    decision_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    dress TEXT NOT NULL CHECK (json_valid(dress)),
    file_hash TEXT NOT NULL,
    memory_hash TEXT NOT NULL,
    PRIMARY KEY (project, folder, path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX adr_files_by_decision ON adr_files (decision_id);
  `;
