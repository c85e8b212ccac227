import { takenOverFrom } from "../../decisions/index.ts";
import type { Act } from "../../shared/actor.ts";
import type { Sql } from "../../store/file/connection.ts";
import { actionsThat } from "../../store/log/audit-actions.ts";
import { emptyChangesOf, emptyParts, makeChange } from "../../store/log/change.ts";
import type { ImportedKind, ImportRun } from "../rules/import-store.ts";
import { importContinued, importUndone } from "./import-changes.ts";

/** The names of actions are ours, so they may stand in a statement as they are. */
const BY_IMPORT = actionsThat("byImport")
  .map((action) => `'${action}'`)
  .join(", ");

const IDS_OF_RUN = "SELECT id FROM import_items WHERE run = ?1 AND record = ";

/** One change names at most this many records. */
const SLICE = 500;

/** The number of memories of a run that were changed or superseded since, or got an outcome, signal or link here. */
export function changedSince(sql: Sql, run: string): number {
  const row = sql.one<{ changed: number }>(
    `WITH own (id) AS (${IDS_OF_RUN}'memory')
     SELECT count(*) AS changed FROM own WHERE
       EXISTS (SELECT 1 FROM audit a WHERE a.subject = own.id AND a.action NOT IN (${BY_IMPORT}))
       OR EXISTS (SELECT 1 FROM outcomes o JOIN audit a ON a.subject = o.id WHERE o.decision_id = own.id)
       OR EXISTS (SELECT 1 FROM signals s JOIN audit a ON a.subject = s.id WHERE s.decision_id = own.id)
       OR EXISTS (SELECT 1 FROM links l WHERE (l.from_id = own.id OR l.to_id = own.id)
         AND NOT EXISTS (SELECT 1 FROM import_items i WHERE i.run = ?1 AND i.record = 'link' AND i.id = l.id))`,
    run,
  );
  return row.changed;
}

/** Removes what a run added and restores the standing of what it superseded. */
export function undoRun(sql: Sql, run: ImportRun, act: Act): Record<ImportedKind, number> {
  const idsIn = (table: string, record: string) =>
    sql.all<IdRow & { type: string }>(
      `SELECT * FROM ${table} WHERE id IN (${IDS_OF_RUN}'${record}') ORDER BY seq`,
      run.id,
    );
  const links = idsIn("links", "link");
  const imported = idsIn("proposals", "proposal");
  const memories = idsIn("memories", "memory");
  const proposals = [...imported, ...proposalsOnRemoved(sql, run)];
  const subject = { kind: "import", id: run.id, project: run.project } as const;
  const undo = (
    part: Partial<Parameters<typeof importUndone.apply>[1][0]>,
    refs: readonly string[],
  ): void => {
    const args = { memories: [], links: [], proposals: [], standings: [], ...part };
    makeChange(sql, act, importUndone, subject, [{ about: [], args }], refs);
  };

  for (const ids of slices([...links.map(idOf), ...takenOverFrom(sql, memories.map(idOf))]))
    undo({ links: ids }, ids);
  for (const ids of slices(proposals.map(idOf))) undo({ proposals: ids }, ids);
  const standings = standingsAfter(sql, run);
  for (const ids of slices(standings.map(idOf))) {
    undo({ standings: standings.filter(({ id }) => ids.includes(id)).map(standingOf) }, ids);
  }
  for (const ids of slices(memories.map(idOf))) undo({ memories: ids }, ids);
  emptyParts(sql, [...memories, ...proposals].map(idOf));
  // Which records were removed stays in the log, for memories that have them from before.
  emptyChangesOf(sql, run.id, importContinued.action);
  sql.run("DELETE FROM import_items WHERE run = ?", run.id);
  const decisions = memories.filter(({ type }) => type === "decision").length;
  return {
    decision: decisions,
    memory: memories.length - decisions,
    link: links.length,
    proposal: imported.length,
  };
}

/** What was proposed here about a decision that goes, as when it is erased. */
function proposalsOnRemoved(sql: Sql, { id }: ImportRun): IdRow[] {
  return sql.all(
    `SELECT * FROM proposals WHERE target IN (${IDS_OF_RUN}'memory')
       AND id NOT IN (${IDS_OF_RUN}'proposal') ORDER BY seq`,
    id,
  );
}

type IdRow = { id: string };

const idOf = (row: IdRow): string => row.id;

type StandingRow = IdRow & { standing: string };

const standingOf = (row: StandingRow) => [idOf(row), row.standing] as const;

function slices(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / SLICE) }, (_, n) =>
    ids.slice(n * SLICE, (n + 1) * SLICE),
  );
}

/**
 * Of the decisions that the run superseded: those that nothing else supersedes get their standing back, the others keep
 * what they have. Both are logged, because the log no longer says that the run superseded them.
 */
function standingsAfter(sql: Sql, { id }: ImportRun): StandingRow[] {
  return sql.all(
    `SELECT m.id, iif(m.standing = 'superseded' AND NOT EXISTS
         (SELECT 1 FROM links WHERE to_id = m.id AND relation = 'supersedes' AND state = 'active'),
       i.before, m.standing) AS standing
     FROM import_items i JOIN memories m ON m.id = i.id WHERE i.run = ? AND i.record = 'standing'`,
    id,
  );
}
