import type { Link } from "../../../domain/links/link.ts";
import type { ImportFate } from "../../../domain/moving/import-store.ts";
import { type ImportedRecord, recordDigest } from "../../../domain/moving/imported-record.ts";
import type { Proposal } from "../../../domain/proposals/proposal.ts";
import type { Act } from "../../../domain/shared/act.ts";
import { settleOutcome } from "../decisions/current-outcome.ts";
import { captureDecision } from "../decisions/decisions.ts";
import { insertOutcome, insertSignal } from "../decisions/outcomes.ts";
import { insertLink } from "../links/link-rows.ts";
import { appendAudit } from "../log/audit-log.ts";
import { insertProposal } from "../proposals/proposal-rows.ts";
import type { Sql } from "../shared/connection.ts";
import { saveAdrFile } from "./adr-files.ts";
import { wasErased } from "./erased-sources.ts";
import { identityOf, insertOtherMemory } from "./other-memories.ts";

/** The id of the memory that a reference names in a project, by id or alias. */
function memoryIdOf(sql: Sql, project: string, ref: string): string | undefined {
  const row =
    sql.get("SELECT memory_id AS id FROM aliases WHERE alias = ? AND project = ?", ref, project) ??
    sql.get("SELECT id FROM memories WHERE id = ? AND project = ?", ref, project);
  return row?.["id"] as string | undefined;
}

interface Ends {
  readonly from: string;
  readonly to: string;
}

function endsOf(sql: Sql, { project, from, to }: Link): Ends | undefined {
  const newer = memoryIdOf(sql, project, from);
  const older = newer === undefined ? undefined : memoryIdOf(sql, project, to);
  return newer === undefined || older === undefined || newer === older
    ? undefined
    : { from: newer, to: older };
}

/** What would happen to a record. In a preview a link is refused if its decisions come in the same import. */
export function fateOf(sql: Sql, record: ImportedRecord): ImportFate {
  switch (record.kind) {
    case "decision":
      return memoryFate(sql, record.decision);
    case "memory":
      return memoryFate(sql, identityOf(record.memory));
    case "link":
      return linkFate(sql, record.link, endsOf(sql, record.link));
    case "proposal":
      return proposalFate(sql, record.proposal);
  }
}

function memoryFate(
  sql: Sql,
  { id, project, aliases }: { id: string; project: string; aliases: readonly string[] },
): ImportFate {
  const known =
    sql.get("SELECT 1 FROM memories WHERE id = ?", id) ||
    aliases.some((alias) => sql.get("SELECT 1 FROM aliases WHERE alias = ? AND project = ?", alias, project));
  if (known) return "known";
  return wasErased(sql, project, id, aliases) ? "erased" : "added";
}

function linkFate(sql: Sql, { relation }: Link, ends: Ends | undefined): ImportFate {
  if (ends === undefined) return "refused";
  const known = sql.get(
    "SELECT 1 FROM links WHERE from_id = ? AND to_id = ? AND relation = ?",
    ends.from,
    ends.to,
    relation,
  );
  if (known) return "known";
  return relation === "supersedes" && wouldCloseCycle(sql, ends.from, ends.to) ? "refused" : "added";
}

/** Searches upwards from the newer decision, which is fast: when imported in order nothing supersedes it yet. */
function wouldCloseCycle(sql: Sql, newer: string, older: string): boolean {
  return (
    sql.get(
      `WITH RECURSIVE above (id) AS (
         SELECT from_id FROM links WHERE to_id = ?1 AND relation = 'supersedes'
         UNION SELECT l.from_id FROM above a JOIN links l ON l.to_id = a.id AND l.relation = 'supersedes')
       SELECT 1 FROM above WHERE id = ?2`,
      newer,
      older,
    ) !== undefined
  );
}

function proposalFate(sql: Sql, { id, project, target, state }: Proposal): ImportFate {
  if (sql.get("SELECT 1 FROM proposals WHERE id = ?", id)) return "known";
  if (state !== "draft") return "added";
  const open = "SELECT 1 FROM proposals WHERE project = ? AND target = ? AND state = 'draft'";
  return sql.get(open, project, target) ? "refused" : "added";
}

/** Stores a record if it is new, notes that this run added it, and returns its fate. */
export function writeRecord(
  sql: Sql,
  run: string,
  record: ImportedRecord,
  digest: string,
  act: Act,
): ImportFate {
  const item = { run, digest, before: null };
  if (record.kind === "link") {
    const ends = endsOf(sql, record.link);
    const fate = linkFate(sql, record.link, ends);
    if (ends === undefined || fate !== "added") return fate;
    const link = { ...record.link, ...ends };
    addLink(sql, run, link, act);
    recordItem(sql, { ...item, record: "link", id: link.id, digest: recordDigest({ kind: "link", link }) });
    return fate;
  }
  const fate = fateOf(sql, record);
  if (fate !== "added") return fate;
  switch (record.kind) {
    case "decision":
      addDecision(sql, record, act);
      recordItem(sql, { ...item, record: "memory", id: record.decision.id });
      break;
    case "memory":
      insertOtherMemory(sql, record.memory);
      recordItem(sql, { ...item, record: "memory", id: identityOf(record.memory).id });
      break;
    case "proposal":
      insertProposal(sql, record.proposal);
      recordItem(sql, { ...item, record: "proposal", id: record.proposal.id });
  }
  return fate;
}

interface ImportItem {
  readonly run: string;
  readonly record: "memory" | "link" | "proposal" | "standing";
  readonly id: string;
  readonly before: string | null;
  readonly digest: string | null;
}

function recordItem(sql: Sql, { run, record, id, before, digest }: ImportItem): void {
  sql.run(
    "INSERT INTO import_items (run, record, id, before, digest) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    run,
    record,
    id,
    before,
    digest,
  );
}

function addDecision(
  sql: Sql,
  { decision, outcomes, signals, files }: Extract<ImportedRecord, { kind: "decision" }>,
  act: Act,
): void {
  captureDecision(sql, decision, act);
  for (const outcome of outcomes) insertOutcome(sql, outcome);
  for (const id of new Set(outcomes.map(({ decisionId }) => decisionId))) settleOutcome(sql, id);
  for (const signal of signals) insertSignal(sql, signal);
  for (const file of files) saveAdrFile(sql, file);
}

function addLink(sql: Sql, run: string, link: Link, act: Act): void {
  insertLink(sql, link);
  if (link.relation === "supersedes" && link.state === "active")
    markSuperseded(sql, run, link.project, link.to, link.from, act);
}

function markSuperseded(sql: Sql, run: string, project: string, old: string, by: string, act: Act): void {
  const row = sql.get("SELECT standing FROM memories WHERE id = ? AND standing IN ('active', 'draft')", old);
  if (!row) return;
  sql.run("UPDATE memories SET standing = 'superseded' WHERE id = ?", old);
  // The old standing is needed to undo the import and to verify what was read.
  recordItem(sql, { run, record: "standing", id: old, before: row["standing"] as string, digest: null });
  if (sql.get("SELECT 1 FROM import_items WHERE run = ? AND record = 'memory' AND id = ?", run, old)) return;
  appendAudit(sql, act, "decision.superseded", { kind: "decision", id: old, project }, by);
}
