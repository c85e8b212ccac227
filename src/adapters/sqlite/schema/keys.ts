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
