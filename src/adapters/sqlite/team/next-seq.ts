import type { Sql } from "../shared/connection.ts";

/** The end of an index: one that is asked for the last of several tables together is read from the beginning. */
const LAST_SEQ = (table: string): string => `coalesce((SELECT max(seq) FROM ${table} WHERE origin = ?1), 0)`;

/** Own changes are numbered without gaps, those about members among them. */
export function nextSeq(sql: Sql, origin: string): number {
  const row = sql.get(
    `SELECT max(${["team_changes", "team_members", "team_aside"].map(LAST_SEQ).join(", ")}) AS last`,
    origin,
  );
  return (row?.["last"] as number) + 1;
}
