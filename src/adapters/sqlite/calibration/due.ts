import type { Scope } from "../../../domain/shared/scope.ts";
import { allOf, ofDomain, ofScope } from "../shared/conditions.ts";
import type { Row, Sql } from "../shared/connection.ts";
import type { SqlValue } from "../shared/driver.ts";

/** Active decisions without an outcome that were due by `by`. */
export function dueCondition(
  scope: Scope,
  by: Date,
  domain: string | undefined,
): { where: string; values: readonly SqlValue[] } {
  const filter = allOf(["m.due_at <= ?", by.getTime()], ofScope(scope), ofDomain(domain));
  return {
    where: `m.type = 'decision' AND m.outcome IS NULL AND m.standing = 'active' AND ${filter.sql}`,
    values: filter.values,
  };
}

export function dueCount(sql: Sql, scope: Scope, by: Date, domain: string | undefined): number {
  const { where, values } = dueCondition(scope, by, domain);
  const row = sql.get(`SELECT count(*) AS total FROM memories m WHERE ${where}`, ...values) as Row;
  return row["total"] as number;
}
