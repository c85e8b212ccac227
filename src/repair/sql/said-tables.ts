import { createHash, type Hash } from "node:crypto";
import { canonicalJson, type Json } from "../../shared/canonical-json.ts";
import type { Connection, Row, Sql } from "../../store/file/connection.ts";
import { yieldToEventLoop } from "../../store/file/yield-to-event-loop.ts";
import type { UncoveredRecord } from "../../store/log/store-health.ts";

/**
 * The three kinds of tables. `said` is what somebody said, and can be made again from the log. `derived` is computed from
 * the said, and can be computed again. `local` concerns this machine alone. The tables of an index in SQLite go with it.
 */
export const TABLE_KINDS = {
  memories: "said",
  aliases: "said",
  revisions: "said",
  outcomes: "said",
  signals: "said",
  links: "said",
  proposals: "said",
  people: "said",
  erased_sources: "said",

  memories_text: "derived",
  notes_text: "derived",
  abbreviations: "derived",
  vectors: "derived",
  vector_codes: "derived",
  passages: "derived",
  passages_text: "derived",
  passage_vectors: "derived",
  passage_codes: "derived",
  topic_names: "derived",
  embedding_queue: "derived",
  tally_bins: "derived",
  tally_times: "derived",
  skills: "derived",
  skill_members: "derived",
  skill_transitions: "derived",

  audit: "local",
  audit_head: "local",
  origins: "local",
  change_parts: "local",
  change_refs: "local",
  facts: "local",
  access_keys: "local",
  page_tickets: "local",
  page_sessions: "local",
  project_bindings: "local",
  project_places: "local",
  change_places: "local",
  imports: "local",
  import_items: "local",
  adr_files: "local",
  adr_writes: "local",
  link_cleanups: "local",
  guidance: "local",
  skill_exposures: "local",
  observations: "local",
  teams: "local",
  team_changes: "local",
  team_parts: "local",
  team_records: "local",
  team_held: "local",
  team_members: "local",
  team_aside: "local",
  hook_sessions: "local",
  hook_files: "local",
  hook_told: "local",
  candidates: "local",
  settled_candidates: "local",
  reports: "local",
  repository_reads: "local",
  webhook_deliveries: "local",
  anchors: "local",
  anchor_reads: "local",
  manifests: "local",
  lost_dependencies: "local",
} as const satisfies Readonly<Record<string, "said" | "derived" | "local">>;

const SLICE = 500;

interface SaidTable {
  /** What a row is called. */
  readonly record: string;
  readonly columns: string;
  readonly key: string;
  readonly where?: string;
}

/**
 * What is said in each table: the columns, without row numbers and without what is derived, and the key that orders them.
 * Contexts are in the table of memories and concern this machine alone.
 */
const SAID: Readonly<Record<string, SaidTable>> = {
  memories: {
    record: "memory",
    columns: `id, type, project, content, topic, topic_stated, domain, standing, progress, confidence, confidence_stated,
      due_at, author_kind, author, person, session, context_hash, created_at, updated_at, body`,
    key: "id",
    where: "type <> 'context'",
  },
  aliases: { record: "alias", columns: "alias, project, memory_id", key: "alias, project" },
  revisions: {
    record: "revision",
    columns: "id, decision_id, at, author_kind, author, person, context_hash, body",
    key: "id",
  },
  outcomes: {
    record: "outcome",
    columns: `id, decision_id, project, domain, status, score, stated_confidence, at, author_kind, author, person, withdrawn,
      body`,
    key: "id",
  },
  signals: {
    record: "signal",
    columns: "id, decision_id, project, type, valence, at, author_kind, author, person, body",
    key: "id",
  },
  links: { record: "link", columns: "id, project, from_id, to_id, relation, state, at, body", key: "id" },
  proposals: {
    record: "proposal",
    columns: "id, project, target, state, created_at, fed_at, body",
    key: "id",
  },
  people: { record: "person", columns: "id, name", key: "id", where: "name IS NOT NULL" },
  erased_sources: { record: "erasure", columns: "project, digest, salt", key: "project, digest" },
};

export const SAID_TABLES = Object.keys(SAID);

/** A digest of what is said in each table. Two memories in which the same was said have the same digests. */
export async function saidDigests(connection: Connection): Promise<Readonly<Record<string, string>>> {
  const digests: Record<string, string> = {};
  for (const table of SAID_TABLES) {
    const hash = createHash("sha256");
    for await (const rows of slicesOf(connection, table)) addRows(hash, rows);
    digests[table] = hash.digest("hex");
  }
  return digests;
}

function addRows(hash: Hash, rows: readonly Row[]): void {
  for (const row of rows) hash.update(`${rowText(row)}\n`);
}

/** The first differences between what is said in a memory and in the one that was made from its log. */
export async function differences(
  said: Connection,
  fromLog: Connection,
  limit: number,
): Promise<UncoveredRecord[]> {
  const found: UncoveredRecord[] = [];
  for (const table of SAID_TABLES) {
    const { record: what } = SAID[table] as SaidTable;
    const [here, there] = [await digestsByKey(said, table), await digestsByKey(fromLog, table)];
    for (const id of new Set([...here.keys(), ...there.keys()])) {
      if (here.get(id) === there.get(id)) continue;
      found.push({ what, id, how: howDifferent(here.has(id), there.has(id)) });
      if (found.length === limit) return found;
    }
  }
  return found;
}

function howDifferent(isHere: boolean, isThere: boolean): UncoveredRecord["how"] {
  if (!isThere) return "not in the log";
  return isHere ? "different in the log" : "only in the log";
}

async function digestsByKey(connection: Connection, table: string): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for await (const rows of slicesOf(connection, table)) {
    for (const row of rows)
      digests.set(keyOf(table, row).join(" "), createHash("sha256").update(rowText(row)).digest("base64"));
  }
  return digests;
}

const keyOf = (table: string, row: Row): string[] =>
  (SAID[table]?.key ?? "").split(", ").map((column) => row[column] as string);

/** The keys of a body may stand in any order. */
function rowText(row: Row): string {
  const body = row["body"];
  const value = typeof body === "string" ? { ...row, body: JSON.parse(body) as Json } : row;
  return canonicalJson(value as Json);
}

async function* slicesOf(connection: Connection, table: string): AsyncGenerator<readonly Row[]> {
  const { columns, key, where = "true" } = SAID[table] as SaidTable;
  const marks = key.replace(/\w+/g, "?");
  for (let after: string[] = []; ; ) {
    const next = (sql: Sql): Row[] =>
      sql.all(
        `SELECT ${columns} FROM ${table} WHERE ${where}${after.length > 0 ? ` AND (${key}) > (${marks})` : ""}
         ORDER BY ${key} LIMIT ?`,
        ...after,
        SLICE,
      );
    const rows = await connection.read(next);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = keyOf(table, last);
    await yieldToEventLoop();
  }
}
