import type { ScoredOutcome } from "../../../domain/anomalies/anomaly.ts";
import type { WatchStore } from "../../../domain/anomalies/watch-store.ts";
import { ALL_PROJECTS, type Scope } from "../../../domain/store.ts";
import type { Connection, Row } from "../shared/connection.ts";
import { scopeCondition } from "../shared/scope-condition.ts";

export function sqliteWatch(connection: Connection): WatchStore {
  return {
    decisionIds: (scope, prefix, limit) =>
      connection.read((sql) =>
        sql
          .all(
            // The plus keeps the indexes of a project away: few ids begin alike.
            `SELECT id FROM memories WHERE id >= ? AND id < ? AND +type = 'decision'${inScope(scope, "+project")}
             ORDER BY id DESC LIMIT ?`,
            prefix,
            `${prefix}\u{10ffff}`,
            ...valuesOf(scope),
            limit,
          )
          .map((row) => row["id"] as string),
      ),

    capturedSince: (scope, moments) =>
      connection.read((sql) => {
        const own = `FROM memories WHERE type = 'decision'${inScope(scope)}`;
        const times = moments.map((moment) => moment.getTime());
        const counted = sql.get(
          `SELECT ${times.map((_, i) => `coalesce(sum(created_at >= ?), 0) AS since_${i}`).join(", ")}
           ${own} AND created_at >= ?`,
          ...times,
          ...valuesOf(scope),
          Math.min(...times),
        ) as Row;
        const { first } = sql.get(`SELECT min(created_at) AS first ${own}`, ...valuesOf(scope)) as Row;
        return {
          counts: times.map((_, i) => counted[`since_${i}`] as number),
          first: first === null ? undefined : new Date(first as number),
        };
      }),

    recentOutcomes: (scope, limit) =>
      connection.read((sql) =>
        sql
          .all(
            `SELECT decision_id, domain, score, stated_confidence, at FROM outcomes WHERE counts = 1${inScope(scope)}
             ORDER BY seq DESC LIMIT ?`,
            ...valuesOf(scope),
            limit,
          )
          .map(scoredOutcomeOf),
      ),

    decisionBehind: (scope, recordId) =>
      connection.read((sql) => {
        const inScope = scopeCondition(scope, "project");
        const row = sql.get(
          `SELECT decision_id, points_to FROM (
             SELECT decision_id, NULL AS points_to, project FROM outcomes WHERE id = ?1
             UNION ALL SELECT decision_id, NULL, project FROM signals WHERE id = ?1
             UNION ALL SELECT from_id, to_id, project FROM links WHERE id = ?1) WHERE true${inScope.sql}`,
          recordId,
          ...inScope.values,
        );
        if (!row) return undefined;
        const decisionId = row["decision_id"] as string;
        const domains = sql.all("SELECT DISTINCT domain FROM outcomes WHERE decision_id = ?", decisionId);
        const pointsTo = row["points_to"] as string | null;
        return {
          decisionId,
          domains: domains.map(({ domain }) => domain as string),
          ...(pointsTo !== null && { pointsTo }),
        };
      }),
  };
}

const inScope = (scope: Scope, column = "project"): string =>
  scope === ALL_PROJECTS ? "" : ` AND ${column} = ?`;
const valuesOf = (scope: Scope): string[] => (scope === ALL_PROJECTS ? [] : [scope]);

function scoredOutcomeOf(row: Row): ScoredOutcome {
  return {
    decisionId: row["decision_id"] as string,
    domain: row["domain"] as string,
    score: row["score"] as number,
    statedConfidence: (row["stated_confidence"] as number | null) ?? undefined,
    at: new Date(row["at"] as number),
  };
}
