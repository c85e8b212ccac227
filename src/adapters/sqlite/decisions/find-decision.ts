import { type Decision, decisionNotFound } from "../../../domain/decisions/decision.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import { allOf, ofScope } from "../shared/conditions.ts";
import type { Sql } from "../shared/connection.ts";
import { DECISION_COLUMNS, decisionOf } from "./rows.ts";

export function findDecision(sql: Sql, scope: Scope, ref: string): Decision | undefined {
  const inScope = allOf(ofScope(scope));
  const byId = `SELECT ${DECISION_COLUMNS} FROM memories m WHERE m.id = ? AND m.type = 'decision' AND ${inScope.sql}`;
  const byAlias = `SELECT ${DECISION_COLUMNS} FROM aliases a JOIN memories m ON m.id = a.memory_id
     WHERE a.alias = ? AND m.type = 'decision' AND ${inScope.sql} LIMIT 1`;
  const row = sql.get(byId, ref, ...inScope.values) ?? sql.get(byAlias, ref, ...inScope.values);
  return row && decisionOf(row);
}

export const decisionsById = (sql: Sql, scope: Scope, ids: readonly string[]): Decision[] =>
  decisionsBy(sql, "id", scope, ids);

/** The same by their numbers in the order of storing. */
export const decisionsByNumber = (sql: Sql, scope: Scope, numbers: readonly number[]): Decision[] =>
  decisionsBy(sql, "seq", scope, numbers);

function decisionsBy(
  sql: Sql,
  column: "id" | "seq",
  scope: Scope,
  values: readonly (string | number)[],
): Decision[] {
  const inScope = allOf(ofScope(scope, "+m.project"));
  const rows = sql.all(
    // CROSS JOIN and + make SQLite look up the values; by project it would read all decisions.
    `SELECT ${DECISION_COLUMNS} FROM json_each(?) j CROSS JOIN memories m ON m.${column} = j.value AND m.type = 'decision'
     WHERE ${inScope.sql} ORDER BY j.key`,
    JSON.stringify(values),
    ...inScope.values,
  );
  return rows.map(decisionOf);
}

export function requireDecision(sql: Sql, scope: Scope, ref: string): Decision {
  const decision = findDecision(sql, scope, ref);
  if (!decision) throw decisionNotFound(ref, scope);
  return decision;
}
