/**
 * What the hooks of clients leave behind: sessions, the files that they touched, what they were told, and what waits for
 * a person. `epoch` counts how often a conversation was shortened: what was told before that is told again.
 */
export const hooks = `
  CREATE TABLE hook_sessions (
    client TEXT NOT NULL,
    session TEXT NOT NULL,
    project TEXT NOT NULL,
    folder TEXT,
    started_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    epoch INTEGER NOT NULL DEFAULT 0,
    off INTEGER NOT NULL DEFAULT 0 CHECK (off IN (0, 1)),
    prompt TEXT,
    captured TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(captured)),
    PRIMARY KEY (client, session)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX hook_sessions_by_time ON hook_sessions (seen_at);

  CREATE TABLE hook_files (
    client TEXT NOT NULL,
    session TEXT NOT NULL,
    file TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (client, session, file)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE hook_told (
    seq INTEGER PRIMARY KEY,
    client TEXT NOT NULL,
    session TEXT NOT NULL,
    project TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    kind TEXT NOT NULL,
    record TEXT NOT NULL,
    file TEXT,
    relevance REAL,
    tokens INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX hook_told_by_session ON hook_told (client, session, epoch);
  CREATE INDEX hook_told_by_time ON hook_told (project, at);
  CREATE INDEX hook_told_by_record ON hook_told (record);

  CREATE TABLE candidates (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('decision', 'checkpoint')),
    project TEXT NOT NULL,
    client TEXT NOT NULL,
    session TEXT NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body))
  ) STRICT;
  CREATE INDEX passages_of_evidence ON passages (key) WHERE kind = 'evidence';
  CREATE INDEX candidates_by_time ON candidates (project, kind, at);
  CREATE UNIQUE INDEX candidates_one_checkpoint ON candidates (client, session) WHERE kind = 'checkpoint';
  `;

/** What a person accepted or rejected, without its text, so that it is not offered again. */
export const settledCandidates = `
  CREATE TABLE settled_candidates (
    project TEXT NOT NULL,
    digest TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (project, digest)
  ) STRICT, WITHOUT ROWID;
  `;
