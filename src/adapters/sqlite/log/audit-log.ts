import { randomBytes } from "node:crypto";
import { type AuditEntry, auditValues, chainHash, digestOf } from "../../../domain/log/audit.ts";
import type { ACTION_EFFECTS, AuditAction, WrittenAction } from "../../../domain/log/audit-actions.ts";
import type { Act } from "../../../domain/shared/act.ts";
import type { AuthorKind } from "../../../domain/shared/actor.ts";
import type { RecordKind } from "../../../domain/shared/ids.ts";
import type { Row, Sql } from "../shared/connection.ts";

export interface Subject {
  readonly kind: RecordKind;
  readonly id: string;
  readonly project: string;
}

const ENTRY_COLUMNS = "seq, at, action, kind, subject, project, author_kind, author, client, digest";

/** Call it in the transaction of the write. Only a digest of `content` is kept. */
export function appendAudit<A extends WrittenAction>(
  sql: Sql,
  act: Act,
  action: A,
  subject: Subject & { readonly kind: (typeof ACTION_EFFECTS)[A]["kind"] },
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
    ...auditValues(entry),
    hash,
    salt,
  );
  sql.run("UPDATE audit_head SET seq = ?, hash = ?", entry.seq, hash);
  return entry.seq;
}

/** Without the salt nobody can check a guess at the text. The chain does not cover salts, so it stays valid. */
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

export function entryOf(row: Row): AuditEntry {
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
