import { ALL_DOMAINS } from "../../../domain/shared/domain-slug.ts";
import { ALL_PROJECTS, type Scope } from "../../../domain/shared/scope.ts";
import type { Row, Sql } from "../shared/connection.ts";
import type { SqlValue } from "../shared/driver.ts";

/** Decisions that hold, have no outcome and were due by then. */
export function dueCondition(
  scope: Scope,
  by: Date,
  domain: string | undefined,
): { where: string; values: SqlValue[] } {
  const wanted: [string, SqlValue][] = [["m.due_at <= ?", by.getTime()]];
  if (scope !== ALL_PROJECTS) wanted.push(["m.project = ?", scope]);
  if (domain !== undefined && domain !== ALL_DOMAINS) wanted.push(["m.domain = ?", domain]);
  return {
    where: [
      "m.type = 'decision' AND m.outcome IS NULL AND m.standing = 'active'",
      ...wanted.map(([condition]) => condition),
    ].join(" AND "),
    values: wanted.map(([, value]) => value),
  };
}

export function dueCount(sql: Sql, scope: Scope, by: Date, domain: string | undefined): number {
  const { where, values } = dueCondition(scope, by, domain);
  return (sql.get(`SELECT count(*) AS total FROM memories m WHERE ${where}`, ...values) as Row)[
    "total"
  ] as number;
}
