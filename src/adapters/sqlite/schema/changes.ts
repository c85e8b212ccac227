/**
 * The log as changes that can be made again. `change_parts` holds the arguments apart from the entry, in parts, each with
 * a digest of its own, so that one text can be emptied and the rest still verified: a part without a salt was emptied.
 * `change_refs` tells which records an entry touches (part -1) and whose text a part holds. Names of people are stored
 * once, in `people`, and everything else has their id.
 */
export const changes = `
  CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT,
    logged INTEGER NOT NULL DEFAULT 0 CHECK (logged IN (0, 1))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX people_by_name ON people (name);
  CREATE INDEX people_not_logged ON people (id) WHERE logged = 0;

  ALTER TABLE memories RENAME COLUMN author_kind TO former_author_kind;
  ALTER TABLE memories ADD COLUMN author_kind TEXT NOT NULL DEFAULT 'agent'
    CHECK (author_kind IN ('human', 'agent', 'script'));
  UPDATE memories SET author_kind = former_author_kind;
  ALTER TABLE memories DROP COLUMN former_author_kind;
  ALTER TABLE memories ADD COLUMN person TEXT;
  ALTER TABLE outcomes ADD COLUMN person TEXT;
  ALTER TABLE signals ADD COLUMN person TEXT;

  CREATE TABLE origins (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    machine TEXT NOT NULL
  ) STRICT;

  ALTER TABLE audit ADD COLUMN chain INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE audit ADD COLUMN origin INTEGER REFERENCES origins (n);
  ALTER TABLE audit ADD COLUMN origin_seq INTEGER;
  ALTER TABLE audit ADD COLUMN refs TEXT;
  ALTER TABLE audit ADD COLUMN person TEXT;
  ALTER TABLE audit ADD COLUMN access_key TEXT;
  ALTER TABLE audit ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE audit ADD COLUMN format INTEGER NOT NULL DEFAULT 0;

  CREATE TABLE change_parts (
    change INTEGER NOT NULL,
    part INTEGER NOT NULL,
    person TEXT,
    digest BLOB NOT NULL,
    salt BLOB,
    args TEXT,
    PRIMARY KEY (change, part)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE change_refs (
    record TEXT NOT NULL,
    change INTEGER NOT NULL,
    part INTEGER NOT NULL,
    PRIMARY KEY (record, change, part)
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE erased_sources ADD COLUMN salt TEXT;
  `;
