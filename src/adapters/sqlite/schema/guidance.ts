/** Guidance given before decisions, and whether it prevented them. */
export const guidance = `
  CREATE TABLE guidance (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    project TEXT NOT NULL,
    at INTEGER NOT NULL,
    session TEXT,
    statement TEXT NOT NULL,
    verdict TEXT CHECK (verdict IN ('kept', 'prevented')),
    decision_id TEXT REFERENCES memories (id) ON DELETE CASCADE,
    settled_at INTEGER,
    body TEXT NOT NULL CHECK (json_valid(body))
  ) STRICT;
  CREATE INDEX guidance_by_time ON guidance (project, at);
  CREATE INDEX guidance_by_session ON guidance (project, session) WHERE verdict IS NULL AND session IS NOT NULL;
  CREATE INDEX guidance_by_decision ON guidance (decision_id) WHERE decision_id IS NOT NULL;
  CREATE INDEX guidance_prevented ON guidance (project, seq) WHERE verdict = 'prevented';
  `;
