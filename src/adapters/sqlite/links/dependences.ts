import { assumptionsOf } from "../../../domain/decisions/assumption.ts";
import type { Decision, Standing } from "../../../domain/decisions/decision.ts";
import { hasFailed } from "../../../domain/decisions/outcome.ts";
import { type Dependence, type Foundation, falseIn } from "../../../domain/links/check-again.ts";
import type { DependenceStore } from "../../../domain/links/dependence-store.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import { isMerge } from "../decisions/merged-decisions.ts";
import { allOf, ofScope } from "../shared/conditions.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";

/** More than rests on each other in any project, so that no link from elsewhere makes a read long. */
const MOST_REACHED = 5_000;

/** Nobody confirmed links that a machine made. */
const IN_FORCE = "l.relation = 'depends_on' AND l.state = 'active' AND l.origin <> 'auto'";

export const sqliteDependences = (connection: Connection): DependenceStore => ({
  dependencesOf: (scope, decisionIds) => connection.read((sql) => dependencesOf(sql, scope, decisionIds)),
});

/** Without such links it is two steps in an index for each decision. */
export function dependencesOf(sql: Sql, scope: Scope, decisionIds: readonly string[]): Dependence[] {
  const inScope = allOf(ofScope(scope, "+m.project"));
  const rows = sql.all(
    `WITH RECURSIVE reached (id) AS (
       SELECT value FROM json_each(?1)
       UNION SELECT l.to_id FROM reached r CROSS JOIN links l ON l.from_id = r.id WHERE ${IN_FORCE}
       UNION SELECT l.from_id FROM reached r CROSS JOIN links l ON l.to_id = r.id WHERE ${isMerge("l")}
       LIMIT ${MOST_REACHED}),
     resting (id, on_id) AS (
       SELECT l.from_id, l.to_id FROM reached r CROSS JOIN links l ON l.from_id = r.id WHERE ${IN_FORCE}
       UNION SELECT l.to_id, l.from_id FROM reached r CROSS JOIN links l ON l.to_id = r.id WHERE ${isMerge("l")})
     SELECT resting.id AS dependent, m.id, m.standing, m.progress, m.outcome, m.outcome_score,
       m.body ->> '$.assumptions' AS assumptions, m.body ->> '$.assumption_states' AS judgements,
       (SELECT json_group_array(from_id) FROM links WHERE to_id = m.id AND relation = 'supersedes') AS replaced_by,
       EXISTS (SELECT 1 FROM links l WHERE l.to_id = m.id AND ${isMerge("l")}) AS merged
     FROM resting CROSS JOIN memories m ON m.id = resting.on_id WHERE ${inScope.sql} ORDER BY resting.id, m.id`,
    JSON.stringify(decisionIds),
    ...inScope.values,
  );
  return rows.map((row) => ({ from: row["dependent"] as string, on: foundationOf(row) }));
}

function foundationOf(row: Row): Foundation {
  const id = row["id"] as string;
  const listIn = (column: string) => JSON.parse((row[column] as string | null) ?? "[]");
  const outcome =
    row["outcome"] === null ? undefined : { status: row["outcome"], score: row["outcome_score"] };
  return {
    id,
    standing: row["standing"] as Standing,
    failed: hasFailed({ outcome, progress: row["progress"] } as Pick<Decision, "outcome" | "progress">),
    replacedBy: listIn("replaced_by"),
    falseAssumptions: falseIn(assumptionsOf(id, listIn("assumptions"), listIn("judgements"))),
    merged: row["merged"] === 1,
  };
}
