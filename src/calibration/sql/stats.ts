import { ALL_PROJECTS, type Scope } from "../../shared/scope.ts";
import { DAY_MS } from "../../shared/time.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import type { DailyUsage, DomainSums } from "../rules/stats.ts";

/** The table of each count. All have an index on project and time. */
const SOURCES: Readonly<Record<keyof Omit<DailyUsage, "from">, { table: string; at: string; only: string }>> =
  {
    decisions: { table: "memories", at: "created_at", only: "AND type = 'decision'" },
    outcomes: { table: "outcomes", at: "at", only: "" },
    contexts: { table: "guidance", at: "at", only: "" },
  };

/** The number of writes in each 24 hours from `from` on, oldest first. */
export function readUsage(
  memory: Connection,
  scope: Scope,
  from: Date,
  days: number,
): Promise<readonly DailyUsage[]> {
  return memory.read((sql) => {
    const counted = {
      decisions: countsByDay(sql, "decisions", scope, from, days),
      outcomes: countsByDay(sql, "outcomes", scope, from, days),
      contexts: countsByDay(sql, "contexts", scope, from, days),
    };
    return Array.from({ length: days }, (_, day) => ({
      from: new Date(from.getTime() + day * DAY_MS),
      decisions: counted.decisions.get(day) ?? 0,
      outcomes: counted.outcomes.get(day) ?? 0,
      contexts: counted.contexts.get(day) ?? 0,
    }));
  });
}

/** For every domain that has outcomes. */
export function sumsByDomain(memory: Connection, scope: Scope): Promise<readonly DomainSums[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "project"));
    const rows = sql.all(
      `SELECT domain, sum(outcomes) AS outcomes, sum(score) AS score,
             sum(iif(bin >= 0, outcomes, 0)) AS stated, sum(iif(bin >= 0, confidence, 0)) AS confidence
           FROM tally_bins WHERE ${inScope.sql} GROUP BY domain ORDER BY domain`,
      ...inScope.values,
    );
    return rows.map((row) => row as unknown as DomainSums);
  });
}

/** Steps through the projects by the index, so that only the rows of the requested days are read. */
function countsByDay(
  sql: Sql,
  what: keyof typeof SOURCES,
  scope: Scope,
  from: Date,
  days: number,
): ReadonlyMap<number, number> {
  const { table, at, only } = SOURCES[what];
  const start = from.getTime();
  const projects =
    scope === ALL_PROJECTS
      ? `SELECT min(project) FROM ${table}
         UNION ALL SELECT (SELECT min(project) FROM ${table} WHERE project > own.name) FROM own
         WHERE own.name IS NOT NULL`
      : "SELECT ?4";
  const rows = sql.all<{ day: number; count: number }>(
    `WITH RECURSIVE own (name) AS (${projects})
     SELECT CAST((${at} - ?1) / ?2 AS INTEGER) AS day, count(*) AS count FROM own CROSS JOIN ${table}
     WHERE project = own.name ${only} AND ${at} >= ?1 AND ${at} < ?3 GROUP BY day`,
    start,
    DAY_MS,
    start + days * DAY_MS,
    ...(scope === ALL_PROJECTS ? [] : [scope]),
  );
  return new Map(rows.map((row) => [row.day, row.count]));
}
