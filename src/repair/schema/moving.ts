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

/**
 * An outcome can be withdrawn, and the link by which a decision replaces its duplicate says so in its body. What the body
 * has to say is in `LinkMerge`.
 */
export const corrections = `
  ALTER TABLE outcomes ADD COLUMN withdrawn TEXT CHECK (withdrawn IS NULL OR json_valid(withdrawn));
  CREATE INDEX links_merging_out ON links (from_id, to_id) WHERE json_extract(body, '$.merge') IS NOT NULL;
  CREATE INDEX links_merging_in ON links (to_id, from_id) WHERE json_extract(body, '$.merge') IS NOT NULL;
  CREATE INDEX links_taken_over ON links (json_extract(body, '$.merged_from'))
    WHERE json_extract(body, '$.merged_from') IS NOT NULL;
  `;

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
