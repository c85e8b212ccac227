/** Decisions, outcomes, signals, links, proposals, vectors and the audit log. */
export const foundation = `
  CREATE TABLE memories (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL CHECK (type IN ('decision', 'checkpoint', 'insight', 'context')),
    project TEXT NOT NULL,
    content TEXT NOT NULL,
    topic TEXT,
    topic_stated INTEGER NOT NULL DEFAULT 0,
    domain TEXT,
    standing TEXT CHECK (standing IN ('active', 'draft', 'superseded', 'deprecated')),
    progress TEXT CHECK (progress IN ('pending', 'executed', 'completed', 'failed', 'reworked')),
    confidence REAL,
    confidence_stated INTEGER NOT NULL DEFAULT 0,
    outcome TEXT CHECK (outcome IN ('success', 'partial', 'failure')),
    outcome_score REAL,
    outcome_id TEXT,
    outcome_at INTEGER,
    due_at INTEGER,
    author_kind TEXT NOT NULL CHECK (author_kind IN ('human', 'agent')),
    author TEXT NOT NULL,
    session TEXT,
    context_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body))
  ) STRICT;
  CREATE INDEX memories_by_seq ON memories (seq, project, type);
  CREATE INDEX memories_by_time ON memories (project, type, created_at, seq);
  CREATE INDEX memories_by_topic ON memories (project, topic, topic_stated, standing) WHERE topic IS NOT NULL;
  CREATE INDEX memories_troubled ON memories (project, topic, outcome, outcome_at)
    WHERE outcome <> 'success' AND topic_stated = 1;
  CREATE INDEX memories_by_domain ON memories (project, type, domain, created_at) WHERE domain IS NOT NULL;
  CREATE INDEX memories_by_progress ON memories (project, type, progress, created_at) WHERE progress IS NOT NULL;
  CREATE INDEX memories_by_hash ON memories (context_hash);
  CREATE INDEX memories_due ON memories (project, due_at) WHERE outcome IS NULL AND due_at IS NOT NULL;

  CREATE TABLE aliases (
    alias TEXT NOT NULL,
    project TEXT NOT NULL,
    memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    PRIMARY KEY (alias, project)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX aliases_by_memory ON aliases (memory_id);

  CREATE VIRTUAL TABLE memories_text USING fts5 (title, body, tokenize = 'porter unicode61');
  INSERT INTO memories_text (memories_text, rank) VALUES ('secure-delete', 1);

  CREATE TABLE vectors (
    memory INTEGER NOT NULL REFERENCES memories (seq) ON DELETE CASCADE,
    model TEXT NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (memory, model)
  ) STRICT;

  CREATE TABLE vector_codes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    memory INTEGER NOT NULL REFERENCES memories (seq) ON DELETE CASCADE,
    model TEXT NOT NULL,
    project TEXT NOT NULL,
    code BLOB NOT NULL,
    UNIQUE (memory, model)
  ) STRICT;

  CREATE TABLE embedding_queue (
    memory INTEGER PRIMARY KEY REFERENCES memories (seq) ON DELETE CASCADE,
    leased_until INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX embedding_queue_by_lease ON embedding_queue (leased_until);

  CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE outcomes (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    decision_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    project TEXT NOT NULL,
    domain TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('success', 'partial', 'failure')),
    score REAL NOT NULL,
    stated_confidence REAL,
    counts INTEGER NOT NULL CHECK (counts IN (0, 1)),
    at INTEGER NOT NULL,
    author_kind TEXT NOT NULL,
    author TEXT NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body))
  ) STRICT;
  CREATE INDEX outcomes_by_decision ON outcomes (decision_id, seq);

  CREATE TABLE tally_bins (
    project TEXT NOT NULL,
    domain TEXT NOT NULL,
    bin INTEGER NOT NULL,
    outcomes INTEGER NOT NULL,
    score REAL NOT NULL,
    confidence REAL NOT NULL,
    squared_error REAL NOT NULL,
    PRIMARY KEY (project, domain, bin)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tally_spans (
    project TEXT NOT NULL,
    domain TEXT NOT NULL,
    span INTEGER NOT NULL,
    outcomes INTEGER NOT NULL,
    score REAL NOT NULL,
    PRIMARY KEY (project, domain, span)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE signals (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    decision_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    project TEXT NOT NULL,
    type TEXT NOT NULL,
    valence TEXT NOT NULL CHECK (valence IN ('positive', 'negative', 'neutral')),
    at INTEGER NOT NULL,
    author_kind TEXT NOT NULL,
    author TEXT NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body))
  ) STRICT;
  CREATE INDEX signals_by_decision ON signals (decision_id, seq);
  CREATE INDEX signals_against ON signals (project, decision_id, at) WHERE valence = 'negative';

  CREATE TABLE links (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    project TEXT NOT NULL,
    from_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    to_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    relation TEXT NOT NULL CHECK (relation IN ('supersedes', 'refines', 'contradicts')),
    state TEXT NOT NULL CHECK (state IN ('pending', 'active', 'rejected')),
    at INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    CHECK (from_id <> to_id)
  ) STRICT;
  CREATE INDEX links_out ON links (from_id, relation);
  CREATE INDEX links_in ON links (to_id, relation);
  CREATE INDEX links_contradicting ON links (project) WHERE relation = 'contradicts' AND state = 'active';

  CREATE TABLE proposals (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    project TEXT NOT NULL,
    target TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('draft', 'accepted', 'rejected', 'expired')),
    created_at INTEGER NOT NULL,
    fed_at INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body))
  ) STRICT;
  CREATE INDEX proposals_by_target ON proposals (project, target);
  CREATE INDEX proposals_open ON proposals (project) WHERE state = 'draft';

  CREATE TABLE audit (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    project TEXT NOT NULL,
    author_kind TEXT NOT NULL,
    author TEXT NOT NULL,
    client TEXT NOT NULL,
    digest TEXT NOT NULL,
    hash TEXT NOT NULL,
    salt TEXT
  ) STRICT;
  CREATE INDEX audit_by_subject ON audit (subject);

  CREATE TABLE audit_head (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;

  CREATE TABLE observations (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    project TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body))
  ) STRICT;
  CREATE INDEX observations_by_kind ON observations (kind, at);
  `;
