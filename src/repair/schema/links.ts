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

/**
 * The relation `depends_on`. SQLite cannot change the check of a column, so the table is made again, with the row numbers
 * and all indexes that it had; links with a reason are of three relations now.
 */
export const dependsOn = `
  CREATE TABLE links_again (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    project TEXT NOT NULL,
    from_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    to_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    relation TEXT NOT NULL CHECK (relation IN ('supersedes', 'refines', 'contradicts', 'depends_on')),
    state TEXT NOT NULL CHECK (state IN ('pending', 'active', 'rejected')),
    at INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    origin TEXT GENERATED ALWAYS AS (coalesce(json_extract(body, '$.origin'), 'memory')) VIRTUAL,
    CHECK (from_id <> to_id)
  ) STRICT;
  INSERT INTO links_again (seq, id, project, from_id, to_id, relation, state, at, body)
    SELECT seq, id, project, from_id, to_id, relation, state, at, body FROM links ORDER BY seq;
  DROP TABLE links;
  ALTER TABLE links_again RENAME TO links;
  CREATE INDEX links_out ON links (from_id, relation, at, id);
  CREATE INDEX links_in ON links (to_id, relation, at, id);
  CREATE INDEX links_contradicting ON links (project) WHERE relation = 'contradicts' AND state = 'active';
  CREATE INDEX links_pending ON links (project, at, id) WHERE state = 'pending';
  CREATE INDEX links_auto ON links (project, seq) WHERE origin = 'auto';
  CREATE INDEX links_by_project ON links (project, seq);
  CREATE INDEX links_in_force_out ON links (from_id, relation, to_id) WHERE state = 'active';
  CREATE INDEX links_in_force_in ON links (to_id, relation, from_id) WHERE state = 'active';
  CREATE INDEX links_reasoned ON links (project, at, id)
    WHERE relation IN ('refines', 'contradicts', 'depends_on') AND state IN ('pending', 'active');
  CREATE INDEX links_merging_out ON links (from_id, to_id) WHERE json_extract(body, '$.merge') IS NOT NULL;
  CREATE INDEX links_merging_in ON links (to_id, from_id) WHERE json_extract(body, '$.merge') IS NOT NULL;
  CREATE INDEX links_taken_over ON links (json_extract(body, '$.merged_from'))
    WHERE json_extract(body, '$.merged_from') IS NOT NULL;
  `;
