import {
  type Checkpoint,
  checkpointHash,
  checkpointNotFound,
} from "../../../domain/continuity/checkpoint.ts";
import type { CheckpointStore } from "../../../domain/continuity/checkpoint-store.ts";
import type { RestartAttempt } from "../../../domain/continuity/restart.ts";
import type { Act } from "../../../domain/shared/act.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import { appendAudit, forgetSalts } from "../log/audit-log.ts";
import { allOf, ofScope } from "../shared/conditions.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import { emptyWriteAheadLog } from "../shared/write-ahead-log.ts";
import { CHECKPOINT_COLUMNS, checkpointOf, insertCheckpoint } from "./checkpoint-rows.ts";
import { memoryChanges } from "./memory-changes.ts";
import { rewriteNotes } from "./notes-text.ts";

const RESTART = "restart";

export function sqliteCheckpoints(connection: Connection): CheckpointStore {
  return {
    addCheckpoint: (checkpoint, act) =>
      connection.write((sql) => {
        insertCheckpoint(sql, checkpoint);
        appendAudit(sql, act, "checkpoint.saved", subjectOf(checkpoint), checkpointHash(checkpoint));
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

    async eraseCheckpoint(scope, ref, act) {
      const erased = await connection.write((sql) => eraseCheckpoint(sql, scope, ref, act));
      await connection.outsideTransaction("VACUUM");
      await emptyWriteAheadLog(connection);
      return erased;
    },

    recordRestart: ({ at, project, mode, failure, ms }, keptSince) =>
      connection.write((sql) => {
        sql.run(
          "INSERT INTO observations (at, project, kind, body) VALUES (?, ?, ?, ?)",
          at.getTime(),
          project,
          RESTART,
          JSON.stringify({ mode, failure, ms }),
        );
        sql.run("DELETE FROM observations WHERE kind = ? AND at < ?", RESTART, keptSince.getTime());
      }),

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

const subjectOf = ({ id, project }: Pick<Checkpoint, "id" | "project">) =>
  ({ kind: "checkpoint", id, project }) as const;

/** Uses only the columns, so that a damaged checkpoint can be erased too. */
function eraseCheckpoint(sql: Sql, scope: Scope, ref: string, act: Act): { id: string; project: string } {
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
  forgetSalts(sql, erased.id);
  sql.run("DELETE FROM memories WHERE id = ?", erased.id);
  rewriteNotes(sql);
  appendAudit(sql, act, "checkpoint.erased", subjectOf(erased), "");
  return erased;
}
