import type { Decision } from "../../../domain/decisions/decision.ts";
import { passageKey } from "../../../domain/decisions/passages.ts";
import type { AnchorStore } from "../../../domain/repository/anchor-store.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import { DECISION_COLUMNS, decisionOf } from "../decisions/rows.ts";
import { allOf, ofScope } from "../shared/conditions.ts";
import type { Connection, Sql } from "../shared/connection.ts";

/** Apart from the rest, because a hook asks it and has to start fast. */
export const sqliteDecisionsAboutFile = (
  connection: Connection,
): Pick<AnchorStore, "decisionsAboutFile"> => ({
  decisionsAboutFile: (scope, path, limit) =>
    connection.read((sql) => decisionsAboutFile(sql, scope, path, limit)),
});

function decisionsAboutFile(sql: Sql, scope: Scope, path: string, limit: number): readonly Decision[] {
  const inScope = allOf(ofScope(scope, "+m.project"));
  // Evidence is a passage, which is found by the digest of its text, also before anybody followed it.
  const keys = [path, `./${path}`].map((text) => passageKey({ text }));
  return sql
    .all(
      `SELECT ${DECISION_COLUMNS}, min(found.place) AS nearest FROM (
         SELECT decision AS id, iif(source = 'touched', 1, 0) AS place FROM anchors WHERE path = ?
         UNION ALL SELECT p.id, 0 FROM memories p
           WHERE p.seq IN (SELECT memory FROM passages WHERE kind = 'evidence' AND key IN (?, ?))
       ) found CROSS JOIN memories m ON m.id = found.id
       WHERE m.type = 'decision' AND (m.standing = 'active' OR m.standing <> 'draft' AND m.outcome = 'failure')
         AND ${inScope.sql} GROUP BY m.seq ORDER BY nearest, m.created_at DESC, m.id DESC LIMIT ?`,
      path,
      ...keys,
      ...inScope.values,
      limit,
    )
    .map(decisionOf);
}
