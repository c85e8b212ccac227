import type { Sql } from "../../store/file/connection.ts";
import type { SharedChange } from "../rules/member-change.ts";
import { SET_ASIDE_REASONS, type SetAsideReason } from "../rules/membership.ts";
import type { LogEntry } from "../rules/team-log.ts";
import type { ReceivingTeam } from "./receive-changes.ts";

/** Keeps a change that cannot be applied as it came, so that it can be passed on, and applied later. */
export function keepAside(
  sql: Sql,
  { project, team }: ReceivingTeam,
  { position, entry, origin, seq, header, signature, parts }: LogEntry,
  reason: SetAsideReason,
): void {
  sql.run(
    `INSERT INTO team_aside (origin, seq, project, team, position, entry, reason, change) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    origin,
    seq,
    project,
    team,
    position,
    entry,
    reason,
    JSON.stringify({ origin, seq, header, signature, parts }),
  );
}

/** What came about, so that changes may be applied that could not be applied before. */
export interface Cause {
  /** Something was said about records. */
  readonly applied: boolean;
  /** Something was said about members. */
  readonly members: boolean;
  /** Nothing was tried since this program was started, which may know more kinds of changes than the one before. */
  readonly started: boolean;
}

function mayApply(reason: SetAsideReason, { applied, members, started }: Cause): boolean {
  if (started) return true;
  switch (reason) {
    case "incomplete":
      return applied;
    // Whose record it is may have come in.
    case "not_allowed":
      return applied || members;
    case "unknown_change":
      return false;
    default:
      return members;
  }
}

/** Changes that could not be applied before: somebody was admitted since, or what they are about came in. */
export function takeWaiting(
  sql: Sql,
  { project }: ReceivingTeam,
  cause: Cause,
  take: (change: LogEntry) => SetAsideReason | undefined,
): void {
  const reasons = SET_ASIDE_REASONS.filter((reason) => mayApply(reason, cause));
  const rows = sql.all<{ change: string; position: number; entry: number; reason: SetAsideReason }>(
    `SELECT origin, seq, position, entry, reason, change FROM team_aside
     WHERE project = ? AND reason IN (SELECT value FROM json_each(?)) ORDER BY position, origin, seq`,
    project,
    JSON.stringify(reasons),
  );
  let waiting = rows.map((row) => ({
    change: {
      ...(JSON.parse(row.change) as SharedChange),
      position: row.position,
      entry: row.entry,
    },
    reason: row.reason,
  }));
  for (let before = -1; before !== waiting.length; ) {
    before = waiting.length;
    waiting = waiting.flatMap(({ change, reason: former }) => {
      const { origin, seq } = change;
      const reason = take(change);
      if (reason === undefined) sql.run("DELETE FROM team_aside WHERE origin = ? AND seq = ?", origin, seq);
      else if (reason !== former)
        sql.run("UPDATE team_aside SET reason = ? WHERE origin = ? AND seq = ?", reason, origin, seq);
      return reason === undefined ? [] : [{ change, reason }];
    });
  }
}

/** Those that lost text, all of them or those about some records. */
export function emptiedAside(sql: Sql, project: string, records?: readonly string[]): SharedChange[] {
  return sql
    .all<{ change: string }>(
      `SELECT s.change FROM team_aside s WHERE s.project = ?
       AND EXISTS (SELECT 1 FROM json_each(s.change, '$.parts') p WHERE json_extract(p.value, '$.salt') IS NULL)`,
      project,
    )
    .map(({ change }) => JSON.parse(change) as SharedChange)
    .filter(
      ({ parts }) => !records || parts.some(({ about }) => about.some((record) => records.includes(record))),
    );
}
