import {
  addGuidance,
  type ExposureObservation,
  exposeSkills,
  type Guidance,
  type GuidanceObservation,
} from "../learning/index.ts";
import { type RestartObservation, recordRestarts } from "../sessions/index.ts";
import type { Connection, Sql } from "../store/file/connection.ts";
import { actionsThat } from "../store/log/audit-actions.ts";

/** A fact about the use of the memory that a read leaves behind. */
export type Observation = RestartObservation | ExposureObservation | GuidanceObservation;

/** The names of actions are ours, so they may stand in a statement as they are. */
const REMOVING = actionsThat("removes")
  .map((action) => `'${action}'`)
  .join(", ");

/**
 * All of them or none. Guidance with the statement of earlier guidance without a result, given within
 * `GUIDANCE_WINDOW_MS` before it, updates that one: it keeps its time and its first confidence, and the newly cited
 * decisions are added. Only the first exposure of a session to a skill is kept, and none to an unknown skill. What is
 * older than its retention period is deleted. Guidance that cites an erased decision is dropped, and with `since`, the
 * position of the log when the first of them was made, all guidance of a project in which something was erased later.
 */
export async function recordObservations(
  memory: Connection,
  observations: readonly Observation[],
  since = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  if (memory.readOnlyBecause !== undefined) return;
  return memory.writeSoon((sql) => {
    recordRestarts(
      sql,
      observations.flatMap((one) => (one.kind === "restart" ? one.attempt : [])),
    );
    exposeSkills(
      sql,
      observations.flatMap((one) => (one.kind === "exposure" ? one.exposure : [])),
    );
    addGuidance(
      sql,
      observations.flatMap((one) =>
        one.kind === "guidance" && !mayHaveErased(sql, one.guidance, since) ? one.guidance : [],
      ),
    );
  });
}

/**
 * Guidance that waited while something was erased in its project may have its words, and nobody can tell any more. What
 * was told of an erased decision goes with it.
 */
const mayHaveErased = (sql: Sql, { project, cited }: Guidance, since: number): boolean =>
  sql.get(
    `SELECT 1 FROM audit WHERE seq > ?1 AND project = ?2 AND action IN (${REMOVING})
     UNION ALL SELECT 1 FROM json_each(?3) c JOIN audit a ON a.subject = c.value WHERE a.action = 'decision.erased'
     LIMIT 1`,
    since,
    project,
    JSON.stringify(cited),
  ) !== undefined;
