/** The keys for access over HTTP. */
export const keys = `
  CREATE TABLE access_keys (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('viewer', 'agent', 'admin')),
    project TEXT,
    digest TEXT NOT NULL,
    previous_digest TEXT,
    previous_until INTEGER,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER,
    last_used_at INTEGER
  ) STRICT;
  `;

/** Whether the client of a key may report that a person agreed. The keys that exist may not. */
export const keyConsent = `
  ALTER TABLE access_keys ADD COLUMN may_consent INTEGER NOT NULL DEFAULT 0 CHECK (may_consent IN (0, 1));
  `;

/**
 * Who is signed in to the web page. Of tickets and sessions there are only digests. A ticket becomes a session once, which
 * remembers it, so that a second use of the ticket is noticed.
 */
export const pageSessions = `
  CREATE TABLE page_tickets (
    id TEXT NOT NULL PRIMARY KEY,
    digest TEXT NOT NULL,
    key TEXT NOT NULL,
    person TEXT NOT NULL,
    begin TEXT,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE page_sessions (
    id TEXT NOT NULL PRIMARY KEY,
    digest TEXT NOT NULL,
    ticket TEXT NOT NULL UNIQUE,
    ticket_digest TEXT NOT NULL,
    key TEXT NOT NULL,
    person TEXT NOT NULL,
    begin TEXT,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `;

/** The repositories that may use a project by the name in their project file. */
export const projectBindings = `
  CREATE TABLE project_bindings (
    seq INTEGER PRIMARY KEY,
    project TEXT NOT NULL,
    repository TEXT NOT NULL,
    reason TEXT NOT NULL CHECK (reason IN ('first-use', 'trusted')),
    at INTEGER NOT NULL,
    UNIQUE (project, repository)
  ) STRICT;
  `;

/**
 * The directories of this machine with the names that their projects had, and what was written from a directory while its
 * project was the one that all directories without a repository share.
 */
export const projectPlaces = `
  CREATE TABLE project_places (
    place TEXT NOT NULL,
    project TEXT NOT NULL,
    root_commit TEXT,
    began INTEGER NOT NULL CHECK (began IN (0, 1)),
    at INTEGER NOT NULL,
    PRIMARY KEY (place, project)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX project_places_by_project ON project_places (project);
  CREATE INDEX project_places_by_commit ON project_places (root_commit) WHERE root_commit IS NOT NULL;

  CREATE TABLE change_places (
    change INTEGER PRIMARY KEY,
    place TEXT NOT NULL
  ) STRICT;
  CREATE INDEX change_places_by_place ON change_places (place);
  `;
