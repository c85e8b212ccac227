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

/**
 * Records are ordered by their time, then by their id, and no longer by the number of their row, which says only when
 * they arrived in this file. Outcomes are summed in slots of time instead of spans of row numbers, and of several
 * outcomes of a decision the last one counts. The sums are rounded to multiples of 2⁻³² as `roundForSum` does.
 */
export const timeOrder = `
  DROP INDEX memories_by_time;
  CREATE INDEX memories_by_time ON memories (project, type, created_at, id);
  DROP INDEX memories_by_topic;
  CREATE INDEX memories_by_topic ON memories (project, topic, topic_stated, standing, created_at, id)
    WHERE topic IS NOT NULL;
  DROP INDEX memories_troubled;
  CREATE INDEX memories_troubled ON memories (project, topic, outcome, outcome_at, id)
    WHERE outcome <> 'success' AND topic_stated = 1;
  DROP INDEX memories_by_domain;
  CREATE INDEX memories_by_domain ON memories (project, type, domain, created_at, id) WHERE domain IS NOT NULL;
  DROP INDEX memories_by_progress;
  CREATE INDEX memories_by_progress ON memories (project, type, progress, created_at, id)
    WHERE progress IS NOT NULL;
  DROP INDEX memories_due;
  CREATE INDEX memories_due ON memories (project, due_at, id) WHERE outcome IS NULL AND due_at IS NOT NULL;
  DROP INDEX memories_of_high_risk;
  CREATE INDEX memories_of_high_risk ON memories (project, created_at, id)
    WHERE (json_extract(body, '$.risk_level') IS 'high');

  DROP INDEX signals_by_decision;
  CREATE INDEX signals_by_decision ON signals (decision_id, at, id);
  DROP INDEX links_out;
  CREATE INDEX links_out ON links (from_id, relation, at, id);
  DROP INDEX links_in;
  CREATE INDEX links_in ON links (to_id, relation, at, id);
  DROP INDEX links_pending;
  CREATE INDEX links_pending ON links (project, at, id) WHERE state = 'pending';
  CREATE INDEX links_reasoned ON links (project, at, id)
    WHERE relation IN ('refines', 'contradicts') AND state IN ('pending', 'active');
  DROP INDEX link_cleanups_by_project;
  CREATE INDEX link_cleanups_by_project ON link_cleanups (project, started_at, id);
  DROP INDEX proposals_by_target;
  CREATE INDEX proposals_by_target ON proposals (project, target, created_at, id);
  CREATE INDEX proposals_by_time ON proposals (project, created_at, id);
  DROP INDEX guidance_by_time;
  CREATE INDEX guidance_by_time ON guidance (project, at, id);
  DROP INDEX guidance_prevented;
  CREATE INDEX guidance_prevented ON guidance (project, at, id) WHERE verdict = 'prevented';

  DROP INDEX outcomes_by_decision;
  CREATE INDEX outcomes_by_decision ON outcomes (decision_id, at, id);
  DROP INDEX outcomes_by_project;
  UPDATE outcomes SET counts = 1 - counts WHERE counts <> (id = (SELECT o.id FROM outcomes o
    WHERE o.decision_id = outcomes.decision_id ORDER BY o.at DESC, o.id DESC LIMIT 1));
  UPDATE memories SET (outcome, outcome_score, outcome_id, outcome_at) =
      (SELECT o.status, o.score, o.id, o.at FROM outcomes o WHERE o.decision_id = memories.id AND o.counts = 1)
    WHERE id IN (SELECT o.decision_id FROM outcomes o WHERE o.counts = 1 AND o.id IS NOT memories.outcome_id);
  CREATE INDEX outcomes_by_project ON outcomes (project, at, id) WHERE counts = 1;
  CREATE INDEX outcomes_in_order ON outcomes (at, id) WHERE counts = 1;
  CREATE INDEX outcomes_by_domain ON outcomes (project, domain, at, id, score) WHERE counts = 1;

  DROP TABLE tally_spans;
  CREATE TABLE tally_times (
    project TEXT NOT NULL,
    domain TEXT NOT NULL,
    level INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    outcomes INTEGER NOT NULL,
    score REAL NOT NULL,
    PRIMARY KEY (project, domain, level, slot)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO tally_times (project, domain, level, slot, outcomes, score)
    SELECT project, domain, levels.level, at >> levels.shift AS own_slot, count(*),
      sum(CAST(score * 4294967296.0 + 0.5 AS INTEGER) / 4294967296.0)
    FROM outcomes CROSS JOIN (SELECT 0 AS level, 35 AS shift UNION ALL VALUES (1, 28), (2, 21), (3, 14), (4, 7)) levels
    WHERE counts = 1 GROUP BY project, domain, levels.level, own_slot;
  DELETE FROM tally_bins;
  INSERT INTO tally_bins (project, domain, bin, outcomes, score, confidence, squared_error)
    SELECT project, domain, coalesce(min(9, CAST(stated_confidence * 10 AS INTEGER)), -1) AS tenth, count(*),
      sum(CAST(score * 4294967296.0 + 0.5 AS INTEGER) / 4294967296.0),
      sum(CAST(coalesce(stated_confidence, 0) * 4294967296.0 + 0.5 AS INTEGER) / 4294967296.0),
      sum(CAST(coalesce((stated_confidence - score) * (stated_confidence - score), 0) * 4294967296.0 + 0.5
        AS INTEGER) / 4294967296.0)
    FROM outcomes WHERE counts = 1 GROUP BY project, domain, tenth;
  `;
