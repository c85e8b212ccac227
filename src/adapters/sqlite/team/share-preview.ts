import type { SharePreview } from "../../../domain/team/team-store.ts";
import type { Sql } from "../shared/connection.ts";

/** Counts what is in the project now and was written after the entry; before it there is nothing to share. */
export function previewShared(sql: Sql, project: string, sharedAfter: number): SharePreview {
  const since = `EXISTS (SELECT 1 FROM audit a WHERE a.seq > ?2 AND a.subject = r.id) OR EXISTS
    (SELECT 1 FROM change_refs c WHERE c.record = r.id AND c.change > ?2 AND c.change IN
      (SELECT seq FROM audit WHERE action IN ('import.continued', 'record.existing')))`;
  const count = (table: string, where = "1"): number =>
    sql.get(
      `SELECT count(*) AS n FROM ${table} r WHERE r.project = ?1 AND (${where}) AND (${since})`,
      project,
      sharedAfter,
    )?.["n"] as number;
  const decisions = "r.type = 'decision' AND r.standing <> 'draft'";
  const ofShared = "r.decision_id IN (SELECT id FROM memories WHERE standing <> 'draft')";
  return {
    decisions: count("memories", decisions),
    outcomes: count("outcomes", ofShared),
    signals: count("signals", ofShared),
    links: count("links"),
    insights: count("memories", "r.type = 'insight'"),
    proposals: count("proposals"),
    withSource: count("memories", `${decisions} AND json_extract(r.body, '$.source') IS NOT NULL`),
    drafts: count("memories", "r.type = 'decision' AND r.standing = 'draft'"),
  };
}
