import { randomBytes } from "node:crypto";
import { insightHash } from "../../../domain/continuity/insight.ts";
import { contextHash, HASH_VERSION } from "../../../domain/decisions/context-hash.ts";
import {
  type AuditAction,
  type AuditEntry,
  type AuditVerdict,
  chainHash,
  digestOf,
} from "../../../domain/log/audit.ts";
import type { AuthorKind } from "../../../domain/shared/actor.ts";
import type { RecordKind } from "../../../domain/shared/ids.ts";
import type { Act } from "../../../domain/store.ts";
import { hashOfCheckpoint } from "../continuity/checkpoint-rows.ts";
import { insightOf } from "../continuity/insight-rows.ts";
import { DECISION_COLUMNS, decisionOf } from "../decisions/rows.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";

export interface Subject {
  readonly kind: RecordKind;
  readonly id: string;
  readonly project: string;
}

const ENTRY_COLUMNS = "seq, at, action, kind, subject, project, author_kind, author, client, digest";
const SLICE = 500;

/** One row per write, in the transaction of the write. `content` is digested, never kept. */
export function appendAudit(
  sql: Sql,
  act: Act,
  action: AuditAction,
  subject: Subject,
  content: string,
): number {
  const head = sql.get("SELECT seq, hash FROM audit_head") as Row;
  const salt = randomBytes(16).toString("hex");
  const entry: AuditEntry = {
    seq: (head["seq"] as number) + 1,
    at: act.at,
    action,
    kind: subject.kind,
    subject: subject.id,
    project: subject.project,
    authorKind: act.by.author.kind,
    author: act.by.author.name,
    client: act.by.client,
    digest: digestOf(salt, content),
  };
  const hash = chainHash(head["hash"] as string, entry);
  sql.run(
    `INSERT INTO audit (${ENTRY_COLUMNS}, hash, salt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    entry.seq,
    entry.at.getTime(),
    entry.action,
    entry.kind,
    entry.subject,
    entry.project,
    entry.authorKind,
    entry.author,
    entry.client,
    entry.digest,
    hash,
    salt,
  );
  sql.run("UPDATE audit_head SET seq = ?, hash = ?", entry.seq, hash);
  return entry.seq;
}

/** Without the salt nobody can confirm a guess at what was written. The chain does not cover it and stays whole. */
export function forgetSalts(sql: Sql, decisionId: string): void {
  sql.run(
    `UPDATE audit SET salt = NULL WHERE subject = ?1
       OR subject IN (SELECT id FROM outcomes WHERE decision_id = ?1)
       OR subject IN (SELECT id FROM signals WHERE decision_id = ?1)
       OR subject IN (SELECT id FROM links WHERE from_id = ?1 OR to_id = ?1)`,
    decisionId,
  );
}

export function entriesAfter(sql: Sql, position: number, limit: number): AuditEntry[] {
  return sql
    .all(`SELECT ${ENTRY_COLUMNS} FROM audit WHERE seq > ? ORDER BY seq LIMIT ?`, position, limit)
    .map(entryOf);
}

export function headPosition(sql: Sql): number {
  return (sql.get("SELECT seq FROM audit_head") as Row)["seq"] as number;
}

/** Walks the chain and the decisions it vouches for, a slice at a time, so that other work comes through in between. */
export async function verifyAuditLog(
  connection: Connection,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<AuditVerdict> {
  const head = await connection.read((sql) => sql.get("SELECT seq, hash FROM audit_head") as Row);
  const total = head["seq"] as number;
  let previous = "0".repeat(64);
  let done = 0;
  const verdict = (problem?: string): AuditVerdict => ({ entries: done, head: previous, problem });
  while (done < total) {
    const rows = await connection.read((sql) => slice(sql, done, Math.min(SLICE, total - done)));
    if (rows.length === 0) return verdict(`the log ends at entry ${done}, but ${total} were written`);
    for (const row of rows) {
      const entry = entryOf(row);
      if (entry.seq !== done + 1) return verdict(`entry ${done + 1} is missing`);
      if (chainHash(previous, entry) !== row["hash"])
        return verdict(`entry ${entry.seq} was changed after it was written`);
      const problem = textProblem(row);
      if (problem) return verdict(problem);
      previous = row["hash"] as string;
      done = entry.seq;
    }
    onProgress(done, total);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return verdict(
    previous === head["hash"] ? undefined : "the last entry is not the one that was written last",
  );
}

function slice(sql: Sql, after: number, limit: number): Row[] {
  return sql.all(
    `SELECT a.seq AS entry_seq, a.at, a.action, a.kind, a.subject, a.project AS entry_project, a.author_kind AS by_kind,
       a.author AS by_name, a.client, a.digest, a.hash, a.salt,
       EXISTS (SELECT 1 FROM audit e WHERE e.subject = a.subject AND e.seq > a.seq AND e.action IN
         ('decision.erased', 'decision.withdrawn', 'checkpoint.erased', 'insight.erased')) AS erased,
       ${DECISION_COLUMNS}
     FROM audit a LEFT JOIN memories m ON m.id = a.subject AND a.action IN ('decision.captured', 'checkpoint.saved', 'insight.saved')
     WHERE a.seq > ? ORDER BY a.seq LIMIT ?`,
    after,
    limit,
  );
}

/** In place of a hash whose version only a newer program knows. */
const NEWER = "newer";

/** With the version that it was captured with, so that a field that joined since accuses nobody. */
function hashOfDecision(row: Row): string {
  const decision = decisionOf(row);
  return decision.hashVersion > HASH_VERSION ? NEWER : contextHash(decision, decision.hashVersion);
}

/** How the text that an entry was written over is read again. */
const HASH_OF: Readonly<Partial<Record<AuditAction, (row: Row) => string | undefined>>> = {
  "decision.captured": hashOfDecision,
  "checkpoint.saved": hashOfCheckpoint,
  "insight.saved": (row) => insightHash(insightOf(row)),
};

/** A memory's text must still be what its first entry was written over. */
function textProblem(row: Row): string | undefined {
  const hashOf = HASH_OF[row["action"] as AuditAction];
  if (!hashOf || row["erased"] === 1) return undefined;
  const memory = `${row["kind"]} ${row["subject"]}`;
  if (row["salt"] === null) return `what proves the text of ${memory} is gone`;
  if (row["id"] === null) return `${memory} is gone without having been erased`;
  const hash = hashOf(row);
  if (hash === NEWER) return `${memory} was written by a newer Membria, and only that can check it`;
  if (hash !== row["context_hash"] || digestOf(row["salt"] as string, hash as string) !== row["digest"]) {
    return `${memory} was changed after it was written`;
  }
  return undefined;
}

function entryOf(row: Row): AuditEntry {
  return {
    seq: (row["entry_seq"] ?? row["seq"]) as number,
    at: new Date(row["at"] as number),
    action: row["action"] as AuditAction,
    kind: row["kind"] as RecordKind,
    subject: row["subject"] as string,
    project: (row["entry_project"] ?? row["project"]) as string,
    authorKind: (row["by_kind"] ?? row["author_kind"]) as AuthorKind,
    author: (row["by_name"] ?? row["author"]) as string,
    client: row["client"] as string,
    digest: row["digest"] as string,
  };
}
