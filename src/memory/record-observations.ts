import { addGuidance, exposeSkills, type Guidance } from "../learning/index.ts";
import { recordRestarts } from "../sessions/index.ts";
import type { Connection, Sql } from "../store/file/connection.ts";
import { actionsThat } from "../store/log/audit-actions.ts";
import type { Observation } from "./store.ts";

/** The names of actions are ours, so they may stand in a statement as they are. */
const REMOVING = actionsThat("removes")
  .map((action) => `'${action}'`)
  .join(", ");

/** One transaction for the observations of all subjects. */
export function recordObservations(
  connection: Connection,
  observations: readonly Observation[],
  since = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  return connection.writeSoon((sql) => {
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
