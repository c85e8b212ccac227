import {
  DECISION_COLUMNS,
  type Decision,
  type DecisionRow,
  decisionOf,
  passageKey,
} from "../../decisions/index.ts";
import type { Scope } from "../../shared/scope.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";

/** Called when a project is forgotten or something moves between projects: it is read again from the repository. */
export function forgetAnchorReads(sql: Sql, ...projects: readonly string[]): void {
  for (const project of projects)
    for (const table of ["anchor_reads", "manifests", "lost_dependencies"])
      sql.run(`DELETE FROM ${table} WHERE project = ?`, project);
}

/** Apart from the rest, because a hook asks it and has to start fast. */

/**
 * Decisions that hold or have failed and are about a file: named for it or citing it first, those whose sessions touched
 * it last, and the newest first among them.
 */
export function decisionsAboutFile(
  memory: Connection,
  scope: Scope,
  path: string,
  limit: number,
): Promise<readonly Decision[]> {
  return memory.read((sql): readonly Decision[] => {
    const inScope = allOf(ofScope(scope, "+m.project"));
    // Evidence is a passage, which is found by the digest of its text, also before anybody followed it.
    const keys = [path, `./${path}`].map((text) => passageKey({ text }));
    return sql
      .all<DecisionRow>(
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
  });
}
