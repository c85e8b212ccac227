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
