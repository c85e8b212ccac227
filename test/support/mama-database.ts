import { raw } from "./raw-sqlite.ts";

/** The tables of MAMA 1.x, column by column as its migrations leave them. */
const TABLES = `
  CREATE TABLE decisions (
    id TEXT PRIMARY KEY, topic TEXT NOT NULL, decision TEXT NOT NULL, reasoning TEXT,
    outcome TEXT CHECK (outcome IN ('SUCCESS', 'FAILED', 'PARTIAL') OR outcome IS NULL),
    failure_reason TEXT, limitation TEXT, duration_days INTEGER,
    user_involvement TEXT CHECK (user_involvement IN ('requested', 'approved', 'rejected') OR user_involvement IS NULL),
    session_id TEXT, supersedes TEXT REFERENCES decisions (id), superseded_by TEXT REFERENCES decisions (id),
    refined_from TEXT, confidence REAL DEFAULT 0.5 CHECK (confidence >= 0.0 AND confidence <= 1.0),
    created_at INTEGER DEFAULT 0, updated_at INTEGER DEFAULT 0);
  CREATE TABLE decision_edges (
    from_id TEXT NOT NULL REFERENCES decisions (id), to_id TEXT NOT NULL REFERENCES decisions (id),
    relationship TEXT NOT NULL, reason TEXT, weight REAL DEFAULT 1.0, created_at INTEGER DEFAULT 0,
    PRIMARY KEY (from_id, to_id, relationship));
  CREATE TABLE sessions (id TEXT PRIMARY KEY, project_path TEXT, rolling_summary TEXT);
  CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at INTEGER, description TEXT);
  INSERT INTO schema_version (version) VALUES (1);`;

const LATER = `
  ALTER TABLE decisions ADD COLUMN needs_validation INTEGER DEFAULT 0;
  ALTER TABLE decisions ADD COLUMN validation_attempts INTEGER DEFAULT 0;
  ALTER TABLE decisions ADD COLUMN last_validated_at INTEGER;
  ALTER TABLE decisions ADD COLUMN usage_success INTEGER DEFAULT 0;
  ALTER TABLE decisions ADD COLUMN usage_failure INTEGER DEFAULT 0;
  ALTER TABLE decisions ADD COLUMN time_saved INTEGER DEFAULT 0;
  ALTER TABLE decisions ADD COLUMN usage_count INTEGER DEFAULT 0;
  ALTER TABLE decisions ADD COLUMN trust_context TEXT;
  ALTER TABLE decisions ADD COLUMN evidence TEXT;
  ALTER TABLE decisions ADD COLUMN alternatives TEXT;
  ALTER TABLE decisions ADD COLUMN risks TEXT;
  ALTER TABLE decision_edges ADD COLUMN created_by TEXT DEFAULT 'user';
  ALTER TABLE decision_edges ADD COLUMN approved_by_user INTEGER DEFAULT 1;
  ALTER TABLE decision_edges ADD COLUMN decision_id TEXT;
  ALTER TABLE decision_edges ADD COLUMN evidence TEXT;
  CREATE TABLE link_audit_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT, from_id TEXT NOT NULL, to_id TEXT NOT NULL, relationship TEXT NOT NULL,
    action TEXT NOT NULL, actor TEXT NOT NULL, reason TEXT, created_at INTEGER);
  CREATE TABLE checkpoints (
    id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp INTEGER NOT NULL, summary TEXT NOT NULL, open_files TEXT,
    next_steps TEXT, recent_conversation TEXT DEFAULT '[]', status TEXT DEFAULT 'active');
  CREATE TABLE embeddings (rowid INTEGER PRIMARY KEY, embedding BLOB NOT NULL);
  INSERT INTO schema_version (version) VALUES (13);`;

export type Values = Readonly<Record<string, string | number | null>>;

export interface MamaContent {
  /** The first version had no evidence, no checkpoints and no approval of links. */
  readonly first?: boolean;
  readonly decisions?: readonly Values[];
  readonly edges?: readonly Values[];
  readonly checkpoints?: readonly Values[];
  readonly approvals?: readonly Values[];
  readonly script?: string;
}

/** A database in the format of MAMA. */
export async function writeMama(path: string, content: MamaContent): Promise<void> {
  await raw(path, (db) => {
    db.exec(TABLES);
    if (!content.first) db.exec(LATER);
    // Rows refer to later ones, as in a real database.
    db.exec("PRAGMA foreign_keys = OFF");
    db.exec("BEGIN");
    const insert = (table: string, rows: readonly Values[] = []): void => {
      const prepared = new Map<string, ReturnType<typeof db.prepare>>();
      for (const row of rows) {
        const names = Object.keys(row).join(", ");
        const marks = Object.keys(row)
          .map(() => "?")
          .join(", ");
        const statement =
          prepared.get(names) ?? db.prepare(`INSERT INTO ${table} (${names}) VALUES (${marks})`);
        prepared.set(names, statement);
        statement.run(...Object.values(row));
      }
    };
    insert("decisions", content.decisions);
    insert("decision_edges", content.edges);
    insert("checkpoints", content.checkpoints);
    insert("link_audit_log", content.approvals);
    if (content.script) db.exec(content.script);
    db.exec("COMMIT");
  });
}

const START = Date.UTC(2025, 10, 20);
const TOPICS = ["auth_strategy", "database_schema", "api_versioning", "caching", "deploy_pipeline"];

/** Many decisions in chains of up to `chain`, with edges across them. Always the same for the same numbers. */
export function manyMama(decisions: number, edges: number, chain = 8): MamaContent {
  const id = (n: number): string => `decision_${TOPICS[n % TOPICS.length]}_${n}`;
  const outcomes = [null, "SUCCESS", "FAILED", "PARTIAL", null];
  return {
    decisions: Array.from({ length: decisions }, (_, n) => ({
      id: id(n),
      topic: `${TOPICS[n % TOPICS.length]}_${Math.floor(n / chain)}`,
      decision: `Number ${n}: keep the ${TOPICS[n % TOPICS.length]} simple and use what the team knows`,
      reasoning: `It was tried ${n % 7} times before, and the queue of the server grew under load.`,
      outcome: outcomes[n % outcomes.length] as string | null,
      failure_reason: n % 5 === 2 ? `It was too slow at ${n} requests` : null,
      supersedes: n % chain === 0 ? null : id(n - 1),
      superseded_by: n % chain === chain - 1 || n === decisions - 1 ? null : id(n + 1),
      confidence: (n % 10) / 10,
      created_at: START + n * 60_000,
      updated_at: START + n * 60_000 + 1_000,
      alternatives: '["Something else","Nothing at all"]',
    })),
    edges: Array.from({ length: edges }, (_, n) => ({
      from_id: id(n % decisions),
      to_id: id(((n % decisions) + 1 + Math.floor(n / decisions) * 17) % decisions),
      relationship: n % 3 === 0 ? "contradicts" : "refines",
      reason: n % 2 === 0 ? "Refines previous approach (similarity: 0.81)" : "The same service",
      created_at: START + n * 1_000,
      approved_by_user: n % 4 === 3 ? 0 : 1,
    })),
    checkpoints: [
      {
        timestamp: START,
        summary: "Goal: the import. Evidence: Verified.",
        open_files: '["src/a.ts"]',
        next_steps: "Go on",
      },
    ],
  };
}
