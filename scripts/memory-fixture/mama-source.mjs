import { DatabaseSync } from "@photostructure/sqlite";

const DAY = 86_400_000;
const START = Date.UTC(2025, 5, 2, 8);
/** Ids in the format of MAMA. */
const PREFIX = "decision_";

/** A MAMA database: a chain, outcomes of each kind, links by a machine and by people. */
export function writeMama(path) {
  const db = new DatabaseSync(path);
  db.exec(`
    CREATE TABLE decisions (id TEXT PRIMARY KEY, topic TEXT, decision TEXT, reasoning TEXT, outcome TEXT,
      failure_reason TEXT, limitation TEXT, duration_days INTEGER, user_involvement TEXT, session_id TEXT,
      supersedes TEXT, superseded_by TEXT, refined_from TEXT, confidence REAL, created_at INTEGER, updated_at INTEGER,
      trust_context TEXT, evidence TEXT, alternatives TEXT, risks TEXT, status TEXT);
    CREATE TABLE decision_edges (from_id TEXT, to_id TEXT, relationship TEXT, reason TEXT, weight REAL,
      created_at INTEGER, created_by TEXT, approved_by_user INTEGER, decision_id TEXT, evidence TEXT,
      PRIMARY KEY (from_id, to_id, relationship));
    CREATE TABLE checkpoints (id INTEGER PRIMARY KEY, timestamp INTEGER, summary TEXT, open_files TEXT,
      next_steps TEXT, recent_conversation TEXT, status TEXT);
    CREATE TABLE schema_version (version INTEGER PRIMARY KEY);
    INSERT INTO schema_version VALUES (13);`);
  const insert = (table, row) => {
    const names = Object.keys(row);
    const marks = names.map(() => "?").join(", ");
    db.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${marks})`).run(...Object.values(row));
  };
  MAMA_DECISIONS.forEach((row, n) => {
    const at = START + n * DAY;
    const named = Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, REFERENCES.has(name) ? PREFIX + value : value]),
    );
    insert("decisions", { confidence: 0.6, created_at: at, updated_at: at + DAY / 2, ...named });
  });
  for (const { from_id, to_id, ...row } of MAMA_EDGES) {
    insert("decision_edges", { from_id: PREFIX + from_id, to_id: PREFIX + to_id, created_at: START, ...row });
  }
  insert("checkpoints", {
    id: 1,
    timestamp: START + 8 * DAY,
    summary: "Goal: count the shelves. Evidence: Verified that aisle two is counted.",
    open_files: '["stock/aisles.csv"]',
    next_steps: "Count aisle three",
    recent_conversation: '["Which aisle is next?"]',
    status: "active",
  });
  db.close();
}

const REFERENCES = new Set(["id", "supersedes", "superseded_by", "refined_from"]);

const MAMA_DECISIONS = [
  {
    id: "shelf_1",
    topic: "shelf_labels",
    decision: "Write shelf labels by hand",
    reasoning: "There are few shelves.",
    outcome: "FAILED",
    failure_reason: "Nobody could read them",
    superseded_by: "shelf_2",
    user_involvement: "requested",
  },
  {
    id: "shelf_2",
    topic: "shelf_labels",
    decision: "Print shelf labels on paper",
    reasoning: "A printer is there.",
    outcome: "PARTIAL",
    limitation: "Paper curls in the cold aisle",
    duration_days: 20,
    supersedes: "shelf_1",
    superseded_by: "shelf_3",
  },
  {
    id: "shelf_3",
    topic: "shelf_labels",
    decision: "Show prices on electronic shelf labels",
    reasoning: "Prices change every week.",
    outcome: "SUCCESS",
    supersedes: "shelf_2",
    evidence: '["Trial in aisle two"]',
    alternatives: '["Plastic cards"]',
    risks: '["Batteries run out"]',
    session_id: "spring-trial",
    trust_context: '{"source":"trial"}',
  },
  {
    id: "stock_1",
    topic: "stock_count",
    decision: "Count the stock every quarter",
    reasoning: "[via MCP] The accountant asks for it.",
    refined_from: "shelf_3",
  },
  {
    id: "stock_2",
    topic: "stock_scanner",
    decision: "Scan crates with the phone camera",
    reasoning: "No scanner has to be bought.",
    user_involvement: "rejected",
  },
  {
    id: "stock_3",
    topic: "stock_room",
    decision: "Keep heavy crates on the lowest shelf",
    reasoning: "Nobody has to lift them.",
    user_involvement: "approved",
    status: "stale",
  },
  {
    id: "stock_4",
    topic: "stock_alarm",
    decision: "Send a mail when milk runs low",
    reasoning: "It ran out twice.",
    outcome: "SUCCESS",
  },
  { id: "stock_5", topic: "stock_cat", decision: "Keep a cat in the stock room", reasoning: "Mice come in." },
];

const MAMA_EDGES = [
  {
    from_id: "stock_1",
    to_id: "stock_4",
    relationship: "refines",
    reason: "Refines previous approach (similarity: 0.82)",
    weight: 0.82,
    approved_by_user: 1,
  },
  {
    from_id: "stock_2",
    to_id: "stock_3",
    relationship: "debates",
    reason: "Found by similarity: 0.79",
    approved_by_user: 1,
  },
  {
    from_id: "stock_4",
    to_id: "shelf_3",
    relationship: "builds_on",
    reason: "auto-linked",
    approved_by_user: 1,
  },
  {
    from_id: "stock_3",
    to_id: "shelf_3",
    relationship: "refines",
    reason: "Both are about what stands on a shelf and where",
    created_by: "user",
    approved_by_user: 1,
    evidence: "Walk through aisle two",
    decision_id: "decision_stock_1",
  },
  {
    from_id: "stock_1",
    to_id: "stock_2",
    relationship: "contradicts",
    reason: "A camera is too slow for a full count",
    created_by: "user",
    approved_by_user: 0,
  },
];
