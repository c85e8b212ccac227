/**
 * What is shared with a team. `team_changes` has one row for each change that the team has, or will have: its key in the
 * team, the text that was signed, its position once it was confirmed, and the entry of the log as it is now by which it took
 * effect here. The arguments of a change from elsewhere stand in `change_parts`; those of a change from here in
 * `team_parts`, because not everything leaves the machine: a part without arguments of its own is what `from_part` says,
 * without what stays here. A part without a salt was emptied. `shared` and `received` count the changes that the log
 * confirmed and those of others.
 */
export const teams = `
  CREATE TABLE teams (
    project TEXT PRIMARY KEY,
    team TEXT NOT NULL,
    team_key TEXT NOT NULL,
    url TEXT NOT NULL,
    graph TEXT NOT NULL,
    origin TEXT NOT NULL,
    shared_after INTEGER NOT NULL,
    shares_sources INTEGER NOT NULL CHECK (shares_sources IN (0, 1)),
    joined_at INTEGER NOT NULL,
    looked_at INTEGER NOT NULL,
    life INTEGER NOT NULL DEFAULT 0,
    life_id TEXT,
    entry INTEGER NOT NULL DEFAULT 0,
    entry_key TEXT,
    shared INTEGER NOT NULL DEFAULT 0,
    received INTEGER NOT NULL DEFAULT 0,
    contact_at INTEGER,
    problem TEXT,
    problem_since INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE team_changes (
    change INTEGER PRIMARY KEY,
    project TEXT NOT NULL,
    team TEXT NOT NULL,
    origin TEXT NOT NULL,
    seq INTEGER NOT NULL,
    header TEXT NOT NULL,
    signature TEXT NOT NULL,
    position INTEGER,
    entry INTEGER,
    UNIQUE (origin, seq)
  ) STRICT;
  CREATE INDEX team_changes_by_entry ON team_changes (project, entry) WHERE entry IS NOT NULL;
  CREATE INDEX team_changes_by_position ON team_changes (project, position, change);
  CREATE INDEX team_changes_pending ON team_changes (project, seq) WHERE position IS NULL;

  CREATE TABLE team_parts (
    change INTEGER NOT NULL,
    part INTEGER NOT NULL,
    from_part INTEGER,
    person TEXT,
    digest BLOB NOT NULL,
    salt BLOB,
    args TEXT,
    PRIMARY KEY (change, part)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX team_parts_emptied ON team_parts (change) WHERE salt IS NULL;
  CREATE INDEX change_parts_emptied ON change_parts (change) WHERE salt IS NULL;

  CREATE TABLE team_records (
    record TEXT NOT NULL,
    project TEXT NOT NULL,
    PRIMARY KEY (record, project)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE team_held (
    change INTEGER PRIMARY KEY,
    project TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX team_held_by_record ON team_held (record);

  CREATE TABLE team_members (
    origin TEXT NOT NULL,
    seq INTEGER NOT NULL,
    project TEXT NOT NULL,
    team TEXT NOT NULL,
    change TEXT NOT NULL CHECK (json_valid(change)),
    position INTEGER,
    PRIMARY KEY (origin, seq)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE team_aside (
    origin TEXT NOT NULL,
    seq INTEGER NOT NULL,
    project TEXT NOT NULL,
    team TEXT NOT NULL,
    position INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    reason TEXT NOT NULL,
    change TEXT NOT NULL CHECK (json_valid(change)),
    PRIMARY KEY (origin, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX team_aside_by_reason ON team_aside (project, reason);
  `;
