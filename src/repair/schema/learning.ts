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

/**
 * The sums of outcomes are kept for each kind of author and person, because their confidence means different things. The
 * program of an agent is left out, so that a client with another name keeps its record.
 */
export const authorTallies = `
  DROP TABLE tally_bins;
  CREATE TABLE tally_bins (
    project TEXT NOT NULL,
    domain TEXT NOT NULL,
    author TEXT NOT NULL,
    bin INTEGER NOT NULL,
    outcomes INTEGER NOT NULL,
    score REAL NOT NULL,
    confidence REAL NOT NULL,
    squared_error REAL NOT NULL,
    PRIMARY KEY (project, domain, author, bin)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO tally_bins (project, domain, author, bin, outcomes, score, confidence, squared_error)
    SELECT o.project, o.domain, m.author_kind || coalesce(' ' || m.person, '') AS who,
      coalesce(min(9, CAST(o.stated_confidence * 10 AS INTEGER)), -1) AS tenth, count(*),
      sum(CAST(o.score * 4294967296.0 + 0.5 AS INTEGER) / 4294967296.0),
      sum(CAST(coalesce(o.stated_confidence, 0) * 4294967296.0 + 0.5 AS INTEGER) / 4294967296.0),
      sum(CAST(coalesce((o.stated_confidence - o.score) * (o.stated_confidence - o.score), 0) * 4294967296.0 + 0.5
        AS INTEGER) / 4294967296.0)
    FROM outcomes o JOIN memories m ON m.id = o.decision_id
    WHERE o.counts = 1 GROUP BY o.project, o.domain, who, tenth;
  `;

/** Finds the newest outcomes of a project, for the anomaly detectors. */
export const anomalies = `
  CREATE INDEX outcomes_by_project ON outcomes (project, seq) WHERE counts = 1;
  `;

/** Finds the outcomes of a period of time without reading all of them. */
export const usage = `
  CREATE INDEX outcomes_by_time ON outcomes (project, at);
  `;
