import { insightNotFound } from "../../../domain/continuity/insight.ts";
import type { InsightStore } from "../../../domain/continuity/insight-store.ts";
import type { Act } from "../../../domain/shared/act.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import { makeChange } from "../log/change.ts";
import { emptyParts } from "../log/change-parts.ts";
import { allOf, ofScope } from "../shared/conditions.ts";
import type { Connection, Sql } from "../shared/connection.ts";
import { erase } from "../shared/erasure.ts";
import { insightRow } from "./insight-rows.ts";
import { insightErased, insightSaved } from "./note-changes.ts";

export function sqliteInsights(connection: Connection): InsightStore {
  return {
    addInsight: (insight, act) =>
      connection.write((sql) => {
        const part = { about: [insight.id], args: insightRow(sql, insight), stored: { row: insight.id } };
        makeChange(sql, act, insightSaved, subjectOf(insight), [part]);
      }),

    eraseInsight: (scope, id, act) => erase(connection, (sql) => eraseInsight(sql, scope, id, act)),
  };
}

const subjectOf = ({ id, project }: { id: string; project: string }) =>
  ({ kind: "insight", id, project }) as const;

export function eraseInsight(sql: Sql, scope: Scope, id: string, act: Act): { id: string; project: string } {
  const inScope = allOf(ofScope(scope, "project"));
  const row = sql.get(
    `SELECT project FROM memories WHERE id = ? AND type = 'insight' AND ${inScope.sql}`,
    id,
    ...inScope.values,
  );
  if (!row) throw insightNotFound(id, scope);
  const erased = { id, project: row["project"] as string };
  emptyParts(sql, [id]);
  makeChange(sql, act, insightErased, subjectOf(erased), [{ about: [], args: {} }]);
  return erased;
}
