import { insightHash, insightNotFound } from "../../../domain/continuity/insight.ts";
import type { InsightStore } from "../../../domain/continuity/insight-store.ts";
import type { Act } from "../../../domain/shared/act.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import { appendAudit, forgetSalts } from "../log/audit-log.ts";
import { allOf, ofScope } from "../shared/conditions.ts";
import type { Connection, Sql } from "../shared/connection.ts";
import { emptyWriteAheadLog } from "../shared/write-ahead-log.ts";
import { insertInsight } from "./insight-rows.ts";
import { rewriteNotes } from "./notes-text.ts";

export function sqliteInsights(connection: Connection): InsightStore {
  return {
    addInsight: (insight, act) =>
      connection.write((sql) => {
        insertInsight(sql, insight);
        appendAudit(sql, act, "insight.saved", subjectOf(insight), insightHash(insight));
      }),

    async eraseInsight(scope, id, act) {
      const erased = await connection.write((sql) => eraseInsight(sql, scope, id, act));
      await connection.outsideTransaction("VACUUM");
      await emptyWriteAheadLog(connection);
      return erased;
    },
  };
}

const subjectOf = ({ id, project }: { id: string; project: string }) =>
  ({ kind: "insight", id, project }) as const;

function eraseInsight(sql: Sql, scope: Scope, id: string, act: Act): { id: string; project: string } {
  const inScope = allOf(ofScope(scope, "project"));
  const row = sql.get(
    `SELECT project FROM memories WHERE id = ? AND type = 'insight' AND ${inScope.sql}`,
    id,
    ...inScope.values,
  );
  if (!row) throw insightNotFound(id, scope);
  const erased = { id, project: row["project"] as string };
  forgetSalts(sql, id);
  sql.run("DELETE FROM memories WHERE id = ?", id);
  rewriteNotes(sql);
  appendAudit(sql, act, "insight.erased", subjectOf(erased), "");
  return erased;
}
