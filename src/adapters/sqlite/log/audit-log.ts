import type { AuditEntry } from "../../../domain/log/audit.ts";
import type { AuditAction } from "../../../domain/log/audit-actions.ts";
import type { RecordKind } from "../../../domain/shared/ids.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { authorOf, personName } from "./people.ts";

/** The columns that `entryOf` reads from `audit a`. */
export const ENTRY_COLUMNS = `a.seq, a.at, a.action, a.kind, a.subject, a.refs, a.project, a.author_kind, a.author,
  a.person, ${personName("a")}, a.client, a.access_key, a.digest, a.chain,
  (SELECT machine FROM origins WHERE n = a.origin) AS machine`;

export function entriesAfter(sql: Sql, position: number, limit: number): AuditEntry[] {
  return sql
    .all(`SELECT ${ENTRY_COLUMNS} FROM audit a WHERE a.seq > ? ORDER BY a.seq LIMIT ?`, position, limit)
    .map(entryOf);
}

export function headPosition(sql: Sql): number {
  return (sql.get("SELECT seq FROM audit_head") as Row)["seq"] as number;
}

export function entryOf(row: Row): AuditEntry {
  // Entries of version 0.1.0 have the name of a person in the entry itself.
  const author = row["chain"] === 1 ? { name: row["author"] as string } : authorOf(row);
  return {
    seq: row["seq"] as number,
    at: new Date(row["at"] as number),
    action: row["action"] as AuditAction,
    kind: row["kind"] as RecordKind,
    subject: row["subject"] as string,
    refs: row["refs"] === null ? [] : (JSON.parse(row["refs"] as string) as string[]),
    project: row["project"] as string,
    authorKind: row["author_kind"] as AuditEntry["authorKind"],
    author: author.name,
    ...("person" in author && { person: author.person }),
    client: row["client"] as string,
    ...(row["access_key"] !== null && { key: row["access_key"] as string }),
    ...(row["machine"] !== null && { machine: row["machine"] as string }),
    digest: row["digest"] as string,
  };
}
