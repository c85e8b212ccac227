/**
 * Origin, review and clean-up of links. The origin and the reviews are in the body of a link, so that exports, imports
 * and backups include them; a link without an origin was made by this memory. Clean-ups are stored so that an
 * interrupted one can go on.
 */
export const links = `
  ALTER TABLE links ADD COLUMN origin TEXT
    GENERATED ALWAYS AS (coalesce(json_extract(body, '$.origin'), 'memory')) VIRTUAL;
  CREATE INDEX links_pending ON links (project, seq) WHERE state = 'pending';
  CREATE INDEX links_auto ON links (project, seq) WHERE origin = 'auto';
  CREATE INDEX links_by_project ON links (project, seq);
  CREATE INDEX links_in_force_out ON links (from_id, relation, to_id) WHERE state = 'active';
  CREATE INDEX links_in_force_in ON links (to_id, relation, from_id) WHERE state = 'active';
  CREATE INDEX memories_of_high_risk ON memories (project, created_at, seq)
    WHERE (json_extract(body, '$.risk_level') IS 'high');

  CREATE TABLE link_cleanups (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    project TEXT NOT NULL,
    backup TEXT NOT NULL,
    checksum TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    total INTEGER NOT NULL,
    removed INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX link_cleanups_by_project ON link_cleanups (project, seq);
  `;
