import { createHash } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { Fault } from "../../shared/errors.ts";
import type { Database } from "../../store/file/driver.ts";
import { toFault } from "../../store/file/faults.ts";
import { openUntouched } from "../../store/file/read-only-file.ts";
import type { MamaDatabase, MamaPage, MamaRow } from "../rules/external-files.ts";

/** The newest `schema_version` that we can read. */
const NEWEST_KNOWN = 25;
const CHUNK = 1 << 20;

/** Opens a MAMA database without changing a byte of it or its folder. */
export async function openMamaDatabase(path: string): Promise<MamaDatabase> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw missing(path);
  const opened = await openUntouched(path);
  const close = async (): Promise<void> => {
    opened.db.close();
    await opened.removeCopy();
  };
  try {
    requireMama(opened.db, path);
    return mamaReader(opened.db, await fingerprintOf(opened.path), close);
  } catch (error) {
    await close();
    throw notMamaOr(error, path);
  }
}

async function fingerprintOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for (const name of [path, `${path}-wal`]) {
    const file = await open(name).catch(() => undefined);
    if (!file) continue;
    for await (const chunk of file.createReadStream({ highWaterMark: CHUNK })) hash.update(chunk as Buffer);
  }
  return hash.digest("hex");
}

function requireMama(db: Database, path: string): void {
  const columns = columnsOf(db, "decisions");
  const needed = ["id", "topic", "decision", "reasoning", "outcome"];
  const lacking = needed.filter((name) => !columns.has(name));
  if (lacking.length > 0 || columnsOf(db, "decision_edges").size === 0) throw notMama(path);
  if (columnsOf(db, "schema_version").size === 0) return;
  const version = Number(
    db.prepare("SELECT max(version) AS version FROM schema_version").get()?.["version"] ?? 0,
  );
  if (version > NEWEST_KNOWN) throw newer(path, version);
}

function columnsOf(db: Database, table: string): Set<string> {
  const rows = db.prepare("SELECT name FROM pragma_table_info(?)").all(table) as { name: string }[];
  return new Set(rows.map(({ name }) => name));
}

function mamaReader(db: Database, fingerprint: string, close: () => Promise<void>): MamaDatabase {
  const hasCheckpoints = columnsOf(db, "checkpoints").has("summary");
  const hasLog = columnsOf(db, "link_audit_log").has("action");
  const columns = columnsOf(db, "decisions");
  const count = (table: string): number =>
    Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"] ?? 0);
  const page = (query: string) => {
    const statement = db.prepare(query);
    return async (after: number, limit: number): Promise<MamaPage> => {
      const rows = statement.all(after, limit) as MamaRow[];
      return { rows, last: rows.at(-1)?.["row_number"] as number | undefined };
    };
  };
  const referenceColumns = ["supersedes", "superseded_by", "refined_from"].filter((name) =>
    columns.has(name),
  );
  const replaced = [
    ...(columns.has("superseded_by") ? ["d.superseded_by IS NOT NULL"] : []),
    ...(columns.has("supersedes")
      ? ["d.id IN (SELECT supersedes FROM decisions WHERE supersedes IS NOT NULL)"]
      : []),
    "d.id IN (SELECT to_id FROM decision_edges WHERE relationship = 'supersedes')",
  ].join(" OR ");
  const approved = hasLog
    ? `EXISTS (SELECT 1 FROM link_audit_log l WHERE l.from_id = e.from_id AND l.to_id = e.to_id
         AND l.relationship = e.relationship AND l.action = 'approved' AND l.actor = 'user')`
    : "0";
  const sameLink = (one: string, other: string): string =>
    ["from_id", "to_id", "relationship"].map((name) => `${one}.${name} = ${other}.${name}`).join(" AND ");
  const proposal = (column: string): string =>
    `(SELECT p.${column} FROM link_audit_log p WHERE ${sameLink("p", "l")} AND p.action = 'proposed' AND p.id < l.id
        ORDER BY p.id DESC LIMIT 1)`;
  const rejected = `l.action = 'rejected'
    AND NOT EXISTS (SELECT 1 FROM decision_edges e WHERE ${sameLink("e", "l")})
    AND NOT EXISTS (SELECT 1 FROM link_audit_log n WHERE ${sameLink("n", "l")} AND n.action = 'rejected' AND n.id > l.id)`;
  const none = async (): Promise<MamaPage> => ({ rows: [] });
  return {
    fingerprint,
    governed: columnsOf(db, "decision_edges").has("approved_by_user"),
    totals: {
      decisions: count("decisions"),
      edges: count("decision_edges"),
      rejections: hasLog ? count(`link_audit_log l WHERE ${rejected}`) : 0,
      checkpoints: hasCheckpoints ? count("checkpoints") : 0,
    },
    decisions: page(
      `SELECT d.rowid AS row_number, (${replaced}) AS replaced, d.* FROM decisions d WHERE d.rowid > ? ORDER BY d.rowid LIMIT ?`,
    ),
    related:
      referenceColumns.length === 0
        ? none
        : page(
            `SELECT rowid AS row_number, id, updated_at, created_at, ${referenceColumns.join(", ")} FROM decisions
             WHERE rowid > ? AND (${referenceColumns.map((name) => `${name} IS NOT NULL`).join(" OR ")}) ORDER BY rowid LIMIT ?`,
          ),
    edges: page(
      `SELECT e.rowid AS row_number, ${approved} AS approved, e.* FROM decision_edges e WHERE e.rowid > ? ORDER BY e.rowid LIMIT ?`,
    ),
    rejections: hasLog
      ? page(
          `SELECT l.id AS row_number, l.from_id, l.to_id, l.relationship, l.reason AS rejection, l.created_at AS rejected_at,
             ${proposal("reason")} AS reason, ${proposal("created_at")} AS created_at
           FROM link_audit_log l WHERE l.id > ? AND ${rejected} ORDER BY l.id LIMIT ?`,
        )
      : none,
    checkpoints: hasCheckpoints
      ? page("SELECT rowid AS row_number, * FROM checkpoints WHERE rowid > ? ORDER BY rowid LIMIT ?")
      : none,
    existing: async (ids) =>
      new Set(
        (
          db
            .prepare("SELECT id FROM decisions WHERE id IN (SELECT value FROM json_each(?))")
            .all(JSON.stringify(ids)) as { id: string }[]
        ).map(({ id }) => id),
      ),
    close,
  };
}

function notMamaOr(error: unknown, path: string): unknown {
  const fault = toFault(error, path);
  return fault instanceof Fault && fault.reason === "store_damaged" ? notMama(path) : fault;
}

function missing(path: string): Fault {
  return new Fault("not_found", `There is no file ${path}.`, {
    field: "file",
    received: path,
    reason: "file_not_found",
    hint: "Name MAMA's database, often ~/.claude/mama-memory.db.",
  });
}

function notMama(path: string): Fault {
  return new Fault(
    "invalid",
    `${path} is not a MAMA database: it lacks MAMA's tables of decisions and edges.`,
    {
      field: "file",
      received: path,
      reason: "not_mama",
      hint: "Name MAMA's database, often ~/.claude/mama-memory.db. Nothing was changed.",
    },
  );
}

function newer(path: string, version: number): Fault {
  return new Fault(
    "invalid",
    `${path} was written by a newer MAMA: it has schema ${version}, and schemas up to ${NEWEST_KNOWN} are known here.`,
    {
      field: "file",
      received: version,
      reason: "newer_source",
      hint: "Update Membria. Nothing was changed.",
    },
  );
}
