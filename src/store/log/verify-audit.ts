import type { Connection, Row, Sql } from "../file/connection.ts";
import { sqliteCode } from "../file/driver.ts";
import { AUDIT_GENESIS, type AuditVerdict, type ChainedEntry, chainHash, digestOf } from "./audit.ts";
import { type AuditAction, actionsThat } from "./audit-actions.ts";
import {
  type ChangeTypes,
  combinedDigest,
  partDigest,
  partsOf,
  type StoredPart,
  wholeArgs,
} from "./change.ts";

const SLICE = 100;
/** Other work gets a turn after this many texts. */
const PARTS_PER_TURN = 500;

/** Checks the chain and the texts it has digests of, a slice at a time, so that other work is not blocked. */
export async function verifyAuditLog(
  connection: Connection,
  types: ChangeTypes,
  hashed: HashedTexts,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<AuditVerdict> {
  const head = await connection.read((sql) =>
    sql.one<{ seq: number; hash: string }>("SELECT seq, hash FROM audit_head"),
  );
  const total = head.seq;
  let previous: string = AUDIT_GENESIS;
  let [done, checked] = [0, 0];
  let facts = known(types, hashed);
  const verdict = (problem?: string): AuditVerdict => ({ entries: done, head: previous, problem });
  while (done < total) {
    const rows = await connection.read((sql) => entries(sql, done, Math.min(SLICE, total - done)));
    if (rows.length === 0) return verdict(`the log ends at entry ${done}, but ${total} were written`);
    for (const row of rows) {
      const entry = chainedEntryOf(row);
      if (entry.seq !== done + 1) return verdict(`entry ${done + 1} is missing`);
      const hash = chainHash(previous, entry);
      if (hash === undefined) return verdict(`entry ${entry.seq} was written by a newer Membria`);
      if (hash !== row.hash) return verdict(`entry ${entry.seq} was changed after it was written`);
      const salt = row.salt;
      const { problem, parts } = await connection.read((sql) => problemOf(sql, entry, salt, facts));
      if (problem) {
        // Another process may have erased the record in the middle of the check.
        facts = known(types, hashed);
        const again = await connection.read((sql) => problemOf(sql, entry, salt, facts));
        if (again.problem) return verdict(again.problem);
      }
      previous = hash;
      done = entry.seq;
      checked += parts;
      if (checked > PARTS_PER_TURN) {
        checked = 0;
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    onProgress(done, total);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return verdict(previous === head.hash ? undefined : "the last entry is not the one that was written last");
}

function entries(sql: Sql, after: number, limit: number): ChainedEntryRow[] {
  return sql.all(
    `SELECT a.*, o.id AS origin_id FROM audit a LEFT JOIN origins o ON o.n = a.origin
     WHERE a.seq > ? ORDER BY a.seq LIMIT ?`,
    after,
    limit,
  );
}

type ChainedEntryRow = {
  chain: number;
  seq: number;
  at: number;
  action: string;
  kind: string;
  subject: string;
  refs: string | null;
  project: string;
  origin_id: string;
  origin_seq: number | null;
  author_kind: string;
  author: string;
  person: string | null;
  client: string;
  access_key: string | null;
  version: number;
  digest: string;
  hash: string;
  salt: string | null;
};

function chainedEntryOf(row: ChainedEntryRow): ChainedEntry {
  return {
    chain: row.chain,
    seq: row.seq,
    at: row.at,
    action: row.action,
    kind: row.kind,
    subject: row.subject,
    refs: row.refs,
    project: row.project,
    origin: row.origin_id,
    originSeq: row.origin_seq ?? row.seq,
    authorKind: row.author_kind,
    author: row.author,
    person: row.person,
    client: row.client,
    key: row.access_key,
    version: row.version,
    digest: row.digest,
  };
}

/** What the check of an entry needs. The emptied parts are looked up once, when the first is met. */
interface Known {
  readonly types: ChangeTypes;
  readonly hashed: HashedTexts;
  readonly emptied: (sql: Sql) => ReadonlySet<string>;
}

function known(types: ChangeTypes, hashed: HashedTexts): Known {
  let emptied: ReadonlySet<string> | undefined;
  return {
    types,
    hashed,
    emptied: (sql) => {
      emptied ??= emptiedParts(sql);
      return emptied;
    },
  };
}

function problemOf(
  sql: Sql,
  entry: ChainedEntry,
  salt: string | null,
  known: Known,
): { readonly problem?: string | undefined; readonly parts: number } {
  try {
    return readProblemOf(sql, entry, salt, known);
  } catch (error) {
    // A damaged part may be anything but what it was, such as no JSON.
    if (sqliteCode(error) !== undefined) throw error;
    return { problem: `what entry ${entry.seq} wrote cannot be read`, parts: 1 };
  }
}

function readProblemOf(
  sql: Sql,
  entry: ChainedEntry,
  salt: string | null,
  known: Known,
): { readonly problem?: string | undefined; readonly parts: number } {
  if (entry.chain === 1) return { problem: firstReleaseProblem(sql, entry, salt, known.hashed), parts: 1 };
  const parts = partsOf(sql, entry.seq);
  if (combinedDigest(parts) !== entry.digest)
    return { problem: `what entry ${entry.seq} wrote was changed`, parts: parts.length };
  for (const part of parts) {
    const problem = partProblem(sql, entry, part, known);
    if (problem) return { problem, parts: parts.length };
  }
  return { parts: parts.length };
}

/** The arguments must match their digest, including what stands in a row that never changes. */
function partProblem(
  sql: Sql,
  entry: ChainedEntry,
  { part, person, salt, digest, args }: StoredPart,
  { types, emptied }: Known,
): string | undefined {
  const record = person === null ? `${entry.kind} ${entry.subject}` : `person ${person}`;
  if (salt === null || args === undefined)
    return emptied(sql).has(`${entry.seq}:${part}`) ? undefined : `what proves the text of ${record} is gone`;
  const value = person === null ? wholeArgs(types, entry.action as AuditAction, sql, args) : args;
  if (value === undefined) return `${record} is gone without having been erased`;
  return Buffer.compare(partDigest(salt, value), digest) === 0
    ? undefined
    : `${record} was changed after it was written`;
}

/** The parts whose text went because a record was erased, or taken back with its import; `change:part`. */
function emptiedParts(sql: Sql): ReadonlySet<string> {
  const rows = sql.all<{ change: number; part: number }>(
    `WITH removal (seq, subject) AS
         (SELECT seq, subject FROM audit WHERE action IN (SELECT value FROM json_each(?))),
       gone (id) AS (SELECT subject FROM removal
         UNION SELECT r.record FROM change_refs r JOIN removal e ON e.seq = r.change)
     SELECT r.change, r.part FROM gone JOIN change_refs r ON r.record = gone.id
     UNION SELECT p.change, p.part FROM gone JOIN audit a ON a.subject = gone.id
       JOIN change_parts p ON p.change = a.seq`,
    REMOVING,
  );
  return new Set(rows.map(({ change, part }) => `${change}:${part}`));
}

/** The actions that remove a record, as a JSON array. */
const REMOVING = JSON.stringify(actionsThat("removes"));

/** How to hash the texts behind entries of version 0.1.0 again; each subject provides its own function. */
export interface HashedTexts {
  /** The columns of `memories m` that the functions need. */
  readonly columns: string;
  readonly hashOf: Readonly<Partial<Record<AuditAction, (row: Row) => string | undefined>>>;
}

/** Entries of version 0.1.0 have no parts: the text of a memory must still match the digest in its first entry. */
function firstReleaseProblem(
  sql: Sql,
  { seq, action, kind, subject, project, digest }: ChainedEntry,
  salt: string | null,
  { columns, hashOf }: HashedTexts,
): string | undefined {
  const hashText = hashOf[action as AuditAction];
  if (!hashText) return undefined;
  const removed = sql.get(
    `SELECT 1 FROM audit WHERE subject = ? AND seq > ? AND action IN (SELECT value FROM json_each(?))
     UNION ALL SELECT 1 FROM change_refs r JOIN audit e ON e.seq = r.change
       WHERE r.record = ? AND r.change > ? AND e.action IN (SELECT value FROM json_each(?))`,
    subject,
    seq,
    REMOVING,
    subject,
    seq,
    REMOVING,
  );
  if (removed) return undefined;
  const record = `${kind} ${subject}`;
  if (salt === null) return `what proves the text of ${record} is gone`;
  const row = sql.get<{ person: string | null; person_name: string | null }>(
    `SELECT ${columns} FROM memories m WHERE m.id = ?`,
    subject,
  );
  if (!row) return `${record} is gone without having been erased`;
  // The name was part of the hash then. The change that the upgrade logged still covers the text.
  if (row.person !== null && row.person_name === null) return undefined;
  // The project was part of the hash, and the record may have been moved to another since.
  const hash = hashText({ ...row, project });
  return hash !== undefined && digestOf(salt, hash) === digest
    ? undefined
    : `${record} was changed after it was written`;
}
