import { actionsThat } from "../../../domain/log/audit-actions.ts";
import type { ImportRun } from "../../../domain/moving/import-store.ts";
import type { ImportedKind } from "../../../domain/moving/imported-record.ts";
import type { Act } from "../../../domain/shared/act.ts";
import { rewriteNotes } from "../continuity/notes-text.ts";
import { stopCounting } from "../decisions/current-outcome.ts";
import { appendAudit, forgetSalts } from "../log/audit-log.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { recountSkill } from "../skills/skill-rows.ts";

/** The names of actions are ours, so they may stand in a statement as they are. */
const BY_IMPORT = actionsThat("byImport")
  .map((action) => `'${action}'`)
  .join(", ");
const IDS_OF_RUN = "SELECT id FROM import_items WHERE run = ?1 AND record = ";

/** The number of memories of a run that were changed or superseded since, or got an outcome, signal or link here. */
export function changedSince(sql: Sql, run: string): number {
  const row = sql.get(
    `WITH own (id) AS (${IDS_OF_RUN}'memory')
     SELECT count(*) AS changed FROM own WHERE
       EXISTS (SELECT 1 FROM audit a WHERE a.subject = own.id AND a.action NOT IN (${BY_IMPORT}))
       OR EXISTS (SELECT 1 FROM outcomes o JOIN audit a ON a.subject = o.id WHERE o.decision_id = own.id)
       OR EXISTS (SELECT 1 FROM signals s JOIN audit a ON a.subject = s.id WHERE s.decision_id = own.id)
       OR EXISTS (SELECT 1 FROM links l WHERE (l.from_id = own.id OR l.to_id = own.id)
         AND NOT EXISTS (SELECT 1 FROM import_items i WHERE i.run = ?1 AND i.record = 'link' AND i.id = l.id))`,
    run,
  ) as Row;
  return row["changed"] as number;
}

/** Removes what a run added and restores the standing of what it superseded. */
export function undoRun(sql: Sql, run: ImportRun, act: Act): Record<ImportedKind, number> {
  const links = countOf(sql, run, "link");
  sql.run(`DELETE FROM links WHERE id IN (${IDS_OF_RUN}'link')`, run.id);
  const proposals = countOf(sql, run, "proposal");
  sql.run(`DELETE FROM proposals WHERE id IN (${IDS_OF_RUN}'proposal')`, run.id);
  restoreStandings(sql, run);

  const memories = sql.all(
    `SELECT id, type, project FROM memories WHERE id IN (${IDS_OF_RUN}'memory')`,
    run.id,
  );
  const groups = sql.all(
    `SELECT DISTINCT skill FROM skill_members WHERE decision_id IN (${IDS_OF_RUN}'memory')`,
    run.id,
  );
  for (const memory of memories) withdraw(sql, memory, act);
  // Skills must no longer count the removed decisions.
  for (const { skill } of groups) recountSkill(sql, skill as string);
  // A deleted word can remain in an index as the key of a page, so the indexes are written again.
  sql.run("INSERT INTO memories_text (memories_text) VALUES ('rebuild')");
  rewriteNotes(sql);
  sql.run("DELETE FROM import_items WHERE run = ?", run.id);
  const decisions = memories.filter(({ type }) => type === "decision").length;
  return { decision: decisions, memory: memories.length - decisions, link: links, proposal: proposals };
}

function countOf(sql: Sql, { id }: ImportRun, record: string): number {
  const row = sql.get(
    "SELECT count(*) AS n FROM import_items WHERE run = ? AND record = ?",
    id,
    record,
  ) as Row;
  return row["n"] as number;
}

function restoreStandings(sql: Sql, { id }: ImportRun): void {
  sql.run(
    `UPDATE memories SET standing = (SELECT before FROM import_items WHERE run = ?1 AND record = 'standing' AND id = memories.id)
     WHERE id IN (${IDS_OF_RUN}'standing') AND standing = 'superseded'
       AND NOT EXISTS (SELECT 1 FROM links WHERE to_id = memories.id AND relation = 'supersedes' AND state = 'active')`,
    id,
  );
}

function withdraw(sql: Sql, memory: Row, act: Act): void {
  const id = memory["id"] as string;
  stopCounting(sql, id);
  sql.run("DELETE FROM memories_text WHERE rowid = (SELECT seq FROM memories WHERE id = ?)", id);
  forgetSalts(sql, id);
  sql.run("DELETE FROM memories WHERE id = ?", id);
  if (memory["type"] !== "decision") return;
  const subject = { kind: "decision", id, project: memory["project"] as string } as const;
  appendAudit(sql, act, "decision.withdrawn", subject, "");
}
