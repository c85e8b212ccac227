import { type ChainedEntry, digestOf } from "../../../domain/log/audit.ts";
import { type AuditAction, actionsThat } from "../../../domain/log/audit-actions.ts";
import type { Row, Sql } from "../shared/connection.ts";

/** The actions that remove a record, as a JSON array. */
export const REMOVING = JSON.stringify(actionsThat("removes"));

/** How to hash the texts behind entries of version 0.1.0 again; each subject provides its own function. */
export interface HashedTexts {
  /** The columns of `memories m` that the functions need. */
  readonly columns: string;
  readonly hashOf: Readonly<Partial<Record<AuditAction, (row: Row) => string | undefined>>>;
}

/** Entries of version 0.1.0 have no parts: the text of a memory must still match the digest in its first entry. */
export function firstReleaseProblem(
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
  const row = sql.get(`SELECT ${columns} FROM memories m WHERE m.id = ?`, subject);
  if (!row) return `${record} is gone without having been erased`;
  // The name was part of the hash then. The change that the upgrade logged still covers the text.
  if (row["person"] !== null && row["person_name"] === null) return undefined;
  // The project was part of the hash, and the record may have been moved to another since.
  const hash = hashText({ ...row, project });
  return hash !== undefined && digestOf(salt, hash) === digest
    ? undefined
    : `${record} was changed after it was written`;
}
