/** What the repository says of decisions, and how far its history was read. */
export const reports = `
  CREATE TABLE reports (
    seq INTEGER PRIMARY KEY,
    project TEXT NOT NULL,
    decision TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    at INTEGER NOT NULL,
    source TEXT NOT NULL,
    commit_id TEXT,
    pr INTEGER,
    body TEXT NOT NULL CHECK (json_valid(body)),
    dismissed_at INTEGER,
    UNIQUE (decision, kind, key)
  ) STRICT;
  CREATE INDEX reports_by_commit ON reports (commit_id) WHERE commit_id IS NOT NULL;
  CREATE INDEX reports_by_pr ON reports (pr) WHERE pr IS NOT NULL;

  CREATE TABLE repository_reads (
    project TEXT PRIMARY KEY,
    commit_id TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `;
