import { DECISION_COLUMNS, decisionOf, type OutcomeStatus, type Relation } from "../../decisions/index.ts";
import type { Screened } from "../../shared/text.ts";
import type { Row, Sql } from "../../store/file/connection.ts";
import type { AuditAction } from "../../store/log/audit-actions.ts";
import { OWN_ORIGIN } from "../../store/log/change.ts";
import type { Checkpoint } from "../rules/checkpoint.ts";
import type { Excerpt, MemoryChanges } from "../rules/restart.ts";

/**
 * Reads the audit log, whose order does not depend on clocks, from the row of the checkpoint on. An imported checkpoint
 * has no such row, so its time is used instead, for imported decisions the time when they were made.
 */
export function memoryChanges(sql: Sql, checkpoint: Checkpoint, limit: number): MemoryChanges {
  const { id, project, createdAt } = checkpoint;
  const saved = sql.get<{ seq: number }>(
    "SELECT seq FROM audit WHERE subject = ? AND action = 'checkpoint.saved'",
    id,
  );
  const since = saved
    ? { where: "a.seq > ?1", value: saved.seq, imported: "TRUE" }
    : { where: "a.at > ?1", value: createdAt.getTime(), imported: "m.created_at > ?1" };

  /** Records erased since are not counted, because the join does not find them. */
  const changes = <R extends Row, T>(
    actions: readonly AuditAction[],
    columns: string,
    join: string,
    record: "m" | "o" | "l",
    read: (row: R & TimedRow) => T,
  ): Excerpt<T> => {
    // The project of the record counts: that of its entry is older than a move to another project.
    const from = `FROM audit a ${join} WHERE ${since.where} AND +${record}.project = ?
      AND a.action IN (SELECT value FROM json_each(?))`;
    const values = [since.value, project, JSON.stringify(actions)];
    const total = sql.value<number>(`SELECT count(*) ${from}`, ...values);
    const rows =
      total === 0
        ? []
        : sql.all<R & TimedRow>(
            `SELECT ${columns}, a.at AS happened_at ${from} ORDER BY a.seq DESC LIMIT ?`,
            ...values,
            limit,
          );
    return { items: rows.map(read), total };
  };

  return {
    decisions: changes(
      ["decision.captured", "import.continued", "record.existing"],
      DECISION_COLUMNS,
      `JOIN memories m ON m.type = 'decision' AND m.id IN
         (SELECT a.subject UNION ALL SELECT value FROM json_each(iif(a.action = 'import.continued', a.refs, NULL)))
         AND (a.action <> 'import.continued' OR ${since.imported})
         AND (a.action <> 'record.existing' OR a.origin <> ${OWN_ORIGIN})`,
      "m",
      decisionOf,
    ),
    outcomes: changes(
      ["outcome.recorded"],
      "o.decision_id, o.status, o.score, m.content",
      "JOIN outcomes o ON o.id = a.subject AND o.withdrawn IS NULL JOIN memories m ON m.id = o.decision_id",
      "o",
      (row: OutcomeRow & TimedRow) => ({
        decisionId: row.decision_id,
        statement: row.content,
        status: row.status,
        score: row.score,
        at: happenedAt(row),
      }),
    ),
    links: changes(
      ["link.approved"],
      "l.id, l.from_id, l.to_id, l.relation",
      "JOIN links l ON l.id = a.subject",
      "l",
      (row: LinkRow & TimedRow) => ({
        id: row.id,
        from: row.from_id,
        to: row.to_id,
        relation: row.relation,
        at: happenedAt(row),
      }),
    ),
  };
}

type TimedRow = { happened_at: number };
type OutcomeRow = { decision_id: string; content: Screened; status: OutcomeStatus; score: number };
type LinkRow = { id: string; from_id: string; to_id: string; relation: Relation };

const happenedAt = (row: TimedRow): Date => new Date(row.happened_at);
