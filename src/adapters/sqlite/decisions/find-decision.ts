import { type Decision, decisionNotFound } from "../../../domain/decisions/decision.ts";
import { ALL_PROJECTS, type Scope } from "../../../domain/store.ts";
import type { Sql } from "../shared/connection.ts";
import { DECISION_COLUMNS, decisionOf } from "./rows.ts";

export function findDecision(sql: Sql, scope: Scope, ref: string): Decision | undefined {
  const inScope = scope === ALL_PROJECTS ? "" : " AND m.project = ?";
  const values = scope === ALL_PROJECTS ? [ref] : [ref, scope];
  const byId = `SELECT ${DECISION_COLUMNS} FROM memories m WHERE m.id = ? AND m.type = 'decision'${inScope}`;
  const byAlias = `SELECT ${DECISION_COLUMNS} FROM aliases a JOIN memories m ON m.id = a.memory_id
     WHERE a.alias = ? AND m.type = 'decision'${inScope} LIMIT 1`;
  const row = sql.get(byId, ...values) ?? sql.get(byAlias, ...values);
  return row && decisionOf(row);
}

export function decisionsById(sql: Sql, scope: Scope, ids: readonly string[]): Decision[] {
  const rows = sql.all(
    // CROSS and + keep the planner to the ids: by its project it would read all of them.
    `SELECT ${DECISION_COLUMNS} FROM json_each(?1) j CROSS JOIN memories m ON m.id = j.value AND m.type = 'decision'
     WHERE ?2 = '${ALL_PROJECTS}' OR +m.project = ?2 ORDER BY j.key`,
    JSON.stringify(ids),
    scope,
  );
  return rows.map(decisionOf);
}

export function requireDecision(sql: Sql, scope: Scope, ref: string): Decision {
  const decision = findDecision(sql, scope, ref);
  if (!decision) throw decisionNotFound(ref, scope);
  return decision;
}
