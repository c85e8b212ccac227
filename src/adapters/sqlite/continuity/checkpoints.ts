import { type Checkpoint, checkpointNotFound } from "../../../domain/continuity/checkpoint.ts";
import type { CheckpointStore } from "../../../domain/continuity/checkpoint-store.ts";
import type { RestartAttempt } from "../../../domain/continuity/restart.ts";
import { RESTART_RETENTION_MS } from "../../../domain/continuity/restart-metrics.ts";
import type { Act } from "../../../domain/shared/act.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import { makeChange } from "../log/change.ts";
import { emptyParts } from "../log/change-parts.ts";
import { allOf, ofScope } from "../shared/conditions.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import { erase } from "../shared/erasure.ts";
import { CHECKPOINT_COLUMNS, checkpointOf, checkpointRow } from "./checkpoint-rows.ts";
import { memoryChanges } from "./memory-changes.ts";
import { checkpointErased, checkpointSaved } from "./note-changes.ts";

const RESTART = "restart";

export function sqliteCheckpoints(connection: Connection): CheckpointStore {
  return {
    addCheckpoint: (checkpoint, act) =>
      connection.write((sql) => {
        const part = {
          about: [checkpoint.id],
          args: checkpointRow(sql, checkpoint),
          stored: { row: checkpoint.id },
        };
        makeChange(sql, act, checkpointSaved, subjectOf(checkpoint), [part]);
      }),

    latestCheckpoint: (scope) =>
      connection.read((sql) => {
        const inScope = allOf(ofScope(scope));
        const row = sql.get(
          `SELECT ${CHECKPOINT_COLUMNS} FROM memories m WHERE m.type = 'checkpoint' AND ${inScope.sql}
           ORDER BY m.created_at DESC, m.id DESC LIMIT 1`,
          ...inScope.values,
        );
        return row && checkpointOf(row);
      }),

    countCheckpoints: (scope) =>
      connection.read((sql) => {
        const inScope = allOf(ofScope(scope));
        const row = sql.get(
          `SELECT count(*) AS n FROM memories m WHERE m.type = 'checkpoint' AND ${inScope.sql}`,
          ...inScope.values,
        );
        return (row as Row)["n"] as number;
      }),

    memoryChangesSince: (checkpoint, limit) =>
      connection.read((sql) => memoryChanges(sql, checkpoint, limit)),

    eraseCheckpoint: (scope, ref, act) => erase(connection, (sql) => eraseCheckpoint(sql, scope, ref, act)),

    restartsSince: (scope, since) =>
      connection.read((sql) => {
        const inScope = allOf(ofScope(scope));
        const rows = sql.all(
          `SELECT m.at, m.project, m.body FROM observations m WHERE m.kind = ? AND m.at >= ? AND ${inScope.sql} ORDER BY m.at, m.seq`,
          RESTART,
          since.getTime(),
          ...inScope.values,
        );
        return rows.map((row) => ({
          ...(JSON.parse(row["body"] as string) as Pick<RestartAttempt, "mode" | "failure" | "ms">),
          at: new Date(row["at"] as number),
          project: row["project"] as string,
        }));
      }),
  };
}

/** Call it in the transaction of the observations. Deletes attempts that were kept long enough. */
export function recordRestarts(sql: Sql, attempts: readonly RestartAttempt[]): void {
  for (const { at, project, mode, failure, ms } of attempts) {
    sql.run(
      "INSERT INTO observations (at, project, kind, body) VALUES (?, ?, ?, ?)",
      at.getTime(),
      project,
      RESTART,
      JSON.stringify({ mode, failure, ms }),
    );
  }
  const latest = attempts.at(-1);
  if (!latest) return;
  const keptSince = latest.at.getTime() - RESTART_RETENTION_MS;
  sql.run("DELETE FROM observations WHERE kind = ? AND at < ?", RESTART, keptSince);
}

const subjectOf = ({ id, project }: Pick<Checkpoint, "id" | "project">) =>
  ({ kind: "checkpoint", id, project }) as const;

/** Uses only the columns, so that a damaged checkpoint can be erased too. */
export function eraseCheckpoint(
  sql: Sql,
  scope: Scope,
  ref: string,
  act: Act,
): { id: string; project: string } {
  const inScope = allOf(ofScope(scope));
  const row = sql.get(
    `SELECT m.id, m.project FROM memories m
     WHERE m.type = 'checkpoint' AND (m.id = ?1 OR m.id IN (SELECT memory_id FROM aliases WHERE alias = ?1))
       AND ${inScope.sql} LIMIT 1`,
    ref,
    ...inScope.values,
  );
  if (!row) throw checkpointNotFound(ref, scope);
  const erased = { id: row["id"] as string, project: row["project"] as string };
  emptyParts(sql, [erased.id]);
  makeChange(sql, act, checkpointErased, subjectOf(erased), [{ about: [], args: {} }]);
  return erased;
}
