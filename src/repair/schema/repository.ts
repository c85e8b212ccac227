/**
 * Where decisions are in the code, how far the history was read for it, and the packages that manifests list no more. All
 * of it is made again from the decisions and the repository.
 */
export const anchors = `
  CREATE TABLE anchors (
    decision TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    source TEXT NOT NULL CHECK (source IN ('said', 'evidence', 'touched')),
    said_path TEXT NOT NULL,
    place TEXT NOT NULL,
    project TEXT NOT NULL,
    since INTEGER NOT NULL,
    path TEXT NOT NULL,
    trail TEXT NOT NULL CHECK (json_valid(trail)),
    symbol TEXT,
    sketch TEXT,
    baseline TEXT,
    carried TEXT NOT NULL CHECK (carried IN ('not', 'touching', 'named')),
    PRIMARY KEY (decision, source, said_path, place)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX anchors_by_path ON anchors (path);
  CREATE INDEX anchors_by_baseline ON anchors (baseline) WHERE carried <> 'not';

  CREATE TABLE anchor_reads (
    project TEXT PRIMARY KEY,
    commit_id TEXT,
    at INTEGER,
    entry INTEGER NOT NULL,
    memory INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE manifests (
    project TEXT NOT NULL,
    path TEXT NOT NULL,
    PRIMARY KEY (project, path)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE lost_dependencies (
    project TEXT NOT NULL,
    manifest TEXT NOT NULL,
    name TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (project, manifest, name)
  ) STRICT, WITHOUT ROWID;
  `;

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

/**
 * What services that host repositories have sent, so that it is not taken twice: nothing of what it says. The indexes find
 * the decisions that it is about.
 */
export const deliveries = `
  CREATE TABLE webhook_deliveries (
    forge TEXT NOT NULL,
    id TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    PRIMARY KEY (forge, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (at);
  CREATE INDEX memories_linked ON memories (project)
    WHERE (body ->> '$.linked_pr' IS NOT NULL OR body ->> '$.linked_commit' IS NOT NULL);
  CREATE INDEX memories_by_branch ON memories (project, body ->> '$.captured_in.branch')
    WHERE body ->> '$.captured_in.branch' IS NOT NULL;
  `;
