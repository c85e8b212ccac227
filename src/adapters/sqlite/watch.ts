import type { ScoredOutcome } from "../../domain/anomaly.ts";
import { ALL_PROJECTS, type Scope } from "../../domain/store.ts";
import type { WatchStore } from "../../domain/watch-store.ts";
import type { Connection, Row } from "./connection.ts";

export function sqliteWatch(connection: Connection): WatchStore {
  return {
    decisionIds: (scope, prefix, limit) =>
      connection.read((sql) =>
        sql
          .all(
            `SELECT id FROM memories WHERE id >= ? AND id < ? AND type = 'decision'${inScope(scope)}
             ORDER BY id DESC LIMIT ?`,
            prefix,
            `${prefix}\u{10ffff}`,
            ...valuesOf(scope),
            limit,
          )
          .map((row) => row["id"] as string),
      ),

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

    decisionBehind: (recordId) =>
      connection.read((sql) => {
        const row = sql.get(
          `SELECT decision_id FROM outcomes WHERE id = ?1
           UNION ALL SELECT decision_id FROM signals WHERE id = ?1`,
          recordId,
        );
        if (!row) return undefined;
        const decisionId = row["decision_id"] as string;
        const domains = sql.all("SELECT DISTINCT domain FROM outcomes WHERE decision_id = ?", decisionId);
        return { decisionId, domains: domains.map(({ domain }) => domain as string) };
      }),
  };
}

const inScope = (scope: Scope): string => (scope === ALL_PROJECTS ? "" : " AND project = ?");
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
