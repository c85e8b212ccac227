import type { Row, Sql } from "../shared/connection.ts";

export interface SharedOrigin {
  readonly project: string;
  readonly origin: string;
}

/**
 * The machine that said something about a record first, in the order of the team: it captured it. One that claims to have
 * captured it later comes after it, whatever it says.
 */
export function sharedOriginOf(sql: Sql, record: string): SharedOrigin | undefined {
  const row: Row | undefined = sql.get(
    `SELECT t.project, t.origin FROM team_changes t
     WHERE t.change IN (SELECT seq FROM audit WHERE subject = ?1 UNION SELECT change FROM change_refs WHERE record = ?1)
     ORDER BY t.position IS NULL, t.position, t.origin, t.seq LIMIT 1`,
    record,
  );
  return row && { project: row["project"] as string, origin: row["origin"] as string };
}
