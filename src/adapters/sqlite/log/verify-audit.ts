import { AUDIT_GENESIS, type AuditVerdict, chainHash, digestOf } from "../../../domain/log/audit.ts";
import { type AuditAction, actionsThat } from "../../../domain/log/audit-actions.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import { entryOf } from "./audit-log.ts";

const REMOVING = JSON.stringify(actionsThat("removes"));
const SLICE = 500;

/** Returned instead of a hash when the text was hashed with a version that only a newer Membria knows. */
export const HASHED_BY_NEWER = "newer";

/** How to hash the texts behind the entries again; each subject provides its own function. */
export interface HashedTexts {
  /** The columns of `memories m` that the functions need. */
  readonly columns: string;
  readonly hashOf: Readonly<Partial<Record<AuditAction, (row: Row) => string | undefined>>>;
}

/** Checks the chain and the texts it has digests of, a slice at a time, so that other work is not blocked. */
export async function verifyAuditLog(
  connection: Connection,
  hashed: HashedTexts,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<AuditVerdict> {
  const head = await connection.read((sql) => sql.get("SELECT seq, hash FROM audit_head") as Row);
  const total = head["seq"] as number;
  let previous: string = AUDIT_GENESIS;
  let done = 0;
  const verdict = (problem?: string): AuditVerdict => ({ entries: done, head: previous, problem });
  while (done < total) {
    const rows = await connection.read((sql) => slice(sql, hashed, done, Math.min(SLICE, total - done)));
    if (rows.length === 0) return verdict(`the log ends at entry ${done}, but ${total} were written`);
    for (const row of rows) {
      const entry = entryOf(row);
      if (entry.seq !== done + 1) return verdict(`entry ${done + 1} is missing`);
      if (chainHash(previous, entry) !== row["hash"])
        return verdict(`entry ${entry.seq} was changed after it was written`);
      const problem = textProblem(row, hashed);
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

function slice(sql: Sql, { columns, hashOf }: HashedTexts, after: number, limit: number): Row[] {
  return sql.all(
    `SELECT a.seq AS entry_seq, a.at, a.action, a.kind, a.subject, a.project AS entry_project, a.author_kind AS by_kind,
       a.author AS by_name, a.client, a.digest, a.hash, a.salt,
       EXISTS (SELECT 1 FROM audit e WHERE e.subject = a.subject AND e.seq > a.seq AND e.action IN
         (SELECT value FROM json_each(?))) AS erased,
       ${columns}
     FROM audit a LEFT JOIN memories m ON m.id = a.subject AND a.action IN (SELECT value FROM json_each(?))
     WHERE a.seq > ? ORDER BY a.seq LIMIT ?`,
    REMOVING,
    JSON.stringify(Object.keys(hashOf)),
    after,
    limit,
  );
}

/** A memory's text must still match the digest in its first entry. */
function textProblem(row: Row, { hashOf }: HashedTexts): string | undefined {
  const hashText = hashOf[row["action"] as AuditAction];
  if (!hashText || row["erased"] === 1) return undefined;
  const memory = `${row["kind"]} ${row["subject"]}`;
  if (row["salt"] === null) return `what proves the text of ${memory} is gone`;
  if (row["id"] === null) return `${memory} is gone without having been erased`;
  const hash = hashText(row);
  if (hash === HASHED_BY_NEWER) return `${memory} was written by a newer Membria, and only that can check it`;
  if (hash !== row["context_hash"] || digestOf(row["salt"] as string, hash as string) !== row["digest"]) {
    return `${memory} was changed after it was written`;
  }
  return undefined;
}
