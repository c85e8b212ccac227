/**
 * Groups of similar decisions and the history of their stages. They contain counts and ids but no text: the text of a
 * skill is made from its decisions when it is read, so erasing a decision leaves none of its words behind.
 */
export const skills = `
  CREATE TABLE skills (
    id TEXT PRIMARY KEY,
    project TEXT NOT NULL,
    domain TEXT NOT NULL,
    outcomes INTEGER NOT NULL,
    score REAL NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('skill', 'antipattern')),
    stage TEXT NOT NULL CHECK (stage IN ('forming', 'emerging', 'established', 'ageing', 'retired')),
    generated_at INTEGER,
    body TEXT NOT NULL CHECK (json_valid(body))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX skills_by_size ON skills (project, domain, outcomes);

  CREATE TABLE skill_members (
    decision_id TEXT PRIMARY KEY REFERENCES memories (id) ON DELETE CASCADE,
    skill TEXT NOT NULL REFERENCES skills (id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX skill_members_by_skill ON skill_members (skill);

  CREATE TABLE skill_transitions (
    seq INTEGER PRIMARY KEY,
    skill TEXT NOT NULL REFERENCES skills (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body))
  ) STRICT;
  CREATE INDEX skill_transitions_by_skill ON skill_transitions (skill, seq);

  CREATE TABLE skill_exposures (
    skill TEXT NOT NULL REFERENCES skills (id) ON DELETE CASCADE,
    session TEXT NOT NULL,
    shown INTEGER NOT NULL CHECK (shown IN (0, 1)),
    at INTEGER NOT NULL,
    PRIMARY KEY (skill, session)
  ) STRICT, WITHOUT ROWID;
  `;
