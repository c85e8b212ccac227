import type { Standing } from "../../../domain/decisions/decision.ts";
import type { OutcomeStatus } from "../../../domain/decisions/outcome.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import type { ReplacedFailure } from "../../../domain/skills/replaced-failure.ts";
import type { SettledDecision } from "../../../domain/skills/skill-cluster.ts";
import type { GroupedDecision } from "../../../domain/skills/skill-naming.ts";
import type { AloneDecision } from "../../../domain/skills/skill-store.ts";
import { allOf, ofDomain, ofScope } from "../shared/conditions.ts";
import type { Row, Sql } from "../shared/connection.ts";

/**
 * The outcomes `o` of a decision `m` up to the one that counts. That one may have been recorded for its duplicate, and then
 * these are the duplicate's. What was withdrawn is left out, as if it had never been recorded.
 */
export const COUNTED_HISTORY = `JOIN outcomes last ON last.id = m.outcome_id
  JOIN outcomes o ON o.decision_id = last.decision_id AND o.withdrawn IS NULL`;

export function settledDecisions(sql: Sql, project: string): SettledDecision[] {
  return sql
    .all(
      `SELECT m.id, min(o.at) AS settled_at FROM memories m ${COUNTED_HISTORY}
       WHERE m.project = ? AND m.type = 'decision' AND m.standing <> 'draft' AND m.outcome IS NOT NULL
       GROUP BY m.id`,
      project,
    )
    .map((row) => ({ id: row["id"] as string, settledAt: new Date(row["settled_at"] as number) }));
}

export function aloneAmong(sql: Sql, decisionIds: readonly string[]): AloneDecision[] {
  return sql
    .all(
      `SELECT m.id, m.project, min(o.at) AS settled_at FROM json_each(?) j JOIN memories m ON m.id = j.value
         ${COUNTED_HISTORY} LEFT JOIN skill_members s ON s.decision_id = m.id LEFT JOIN skills g ON g.id = s.skill
       WHERE m.type = 'decision' AND m.standing <> 'draft' AND m.outcome IS NOT NULL
         AND (g.id IS NULL OR g.outcomes < 2) GROUP BY m.id ORDER BY settled_at, m.id`,
      JSON.stringify(decisionIds),
    )
    .map((row) => ({ id: row["id"] as string, project: row["project"] as string }));
}

/** The columns that `groupedDecisionOf` reads, of a decision `m` and its outcome `o`, with a prefix for their names. */
export const groupedColumns = (m: string, o: string, prefix = ""): string =>
  [
    ...["id", "content", "topic", "topic_stated", "standing", "outcome", "outcome_score", "outcome_at"].map(
      (name) => `${m}.${name} AS ${prefix}${name}`,
    ),
    `${o}.domain AS ${prefix}domain`,
    `${o}.body AS ${prefix}body`,
  ].join(", ");

export function groupedDecisionOf(row: Row, prefix = ""): GroupedDecision {
  const value = (name: string): unknown => row[`${prefix}${name}`];
  return {
    decisionId: value("id") as string,
    statement: value("content") as string,
    domain: value("domain") as string,
    ...(value("topic_stated") === 1 && { topic: value("topic") as string }),
    standing: value("standing") as Standing,
    status: value("outcome") as OutcomeStatus,
    score: value("outcome_score") as number,
    at: new Date(value("outcome_at") as number),
    lessons: (JSON.parse(value("body") as string) as { lessons: string[] }).lessons,
  };
}

export function replacedFailures(
  sql: Sql,
  scope: Scope,
  limit: number,
  domain: string | undefined,
): ReplacedFailure[] {
  const inScope = allOf(ofScope(scope, "wo.project"), ofDomain(domain, "wo.domain"));
  return sql
    .all(
      `SELECT ${groupedColumns("w", "wo", "w_")}, ${groupedColumns("f", "fo", "f_")}
       FROM outcomes wo JOIN memories w ON w.outcome_id = wo.id AND w.id = wo.decision_id
         JOIN links l ON l.from_id = w.id AND l.relation = 'supersedes' AND l.state = 'active'
         JOIN memories f ON f.id = l.to_id JOIN outcomes fo ON fo.id = f.outcome_id
       WHERE wo.counts = 1 AND ${inScope.sql} AND w.standing = 'active' AND w.outcome = 'success'
         AND f.outcome = 'failure'
       ORDER BY wo.at DESC, wo.id DESC, f.id DESC LIMIT ?`,
      ...inScope.values,
      limit,
    )
    .map((row) => ({ worked: groupedDecisionOf(row, "w_"), failed: groupedDecisionOf(row, "f_") }));
}
