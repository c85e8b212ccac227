import type { Link } from "../../../domain/links/link.ts";
import type { ImportFate } from "../../../domain/moving/import-store.ts";
import { type ImportedRecord, recordDigest } from "../../../domain/moving/imported-record.ts";
import type { Proposal } from "../../../domain/proposals/proposal.ts";
import type { OtherMemory } from "../../../domain/recall/memory.ts";
import { checkpointRow } from "../continuity/checkpoint-rows.ts";
import { writeContext } from "../continuity/contexts.ts";
import { insightRow } from "../continuity/insight-rows.ts";
import { outcomeRow, signalRow } from "../decisions/history-rows.ts";
import { firstStateOf, memoryRowOf } from "../decisions/rows.ts";
import { linkRow } from "../links/link-rows.ts";
import type { Part } from "../log/change-parts.ts";
import { aboutProposal, proposalRow } from "../proposals/proposal-rows.ts";
import type { Sql } from "../shared/connection.ts";
import { saveAdrFile } from "./adr-files.ts";
import { wasErased } from "./erased-sources.ts";
import { addImportedRow, type ImportedRow, type StoredImportedRow } from "./import-changes.ts";
import { identityOf } from "./other-memories.ts";

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

/** A record that was added, as parts of the change that the batch is, with the ids of all it consists of. */
export interface AddedRecord {
  readonly parts: readonly Part<ImportedRow>[];
  readonly refs: readonly string[];
}

/** Stores a record if it is new, notes that this run added it, and returns its fate. */
export function writeRecord(
  sql: Sql,
  run: string,
  record: ImportedRecord,
  digest: string,
): { readonly fate: ImportFate; readonly added?: AddedRecord | undefined } {
  const item = { run, digest, before: null };
  if (record.kind === "link") {
    const ends = endsOf(sql, record.link);
    const fate = linkFate(sql, record.link, ends);
    if (ends === undefined || fate !== "added") return { fate };
    const link = { ...record.link, ...ends };
    const added = addLink(sql, run, link);
    recordItem(sql, { ...item, record: "link", id: link.id, digest: recordDigest({ kind: "link", link }) });
    return { fate, added };
  }
  const fate = fateOf(sql, record);
  if (fate !== "added") return { fate };
  switch (record.kind) {
    case "decision":
      recordItem(sql, { ...item, record: "memory", id: record.decision.id });
      return { fate, added: addDecision(sql, record) };
    case "memory":
      recordItem(sql, { ...item, record: "memory", id: identityOf(record.memory).id });
      return { fate, added: addOtherMemory(sql, record.memory) };
    case "proposal":
      recordItem(sql, { ...item, record: "proposal", id: record.proposal.id });
      return { fate, added: addProposal(sql, record.proposal) };
  }
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
): AddedRecord {
  const memory = memoryRowOf(sql, decision);
  const args: ImportedRow = {
    kind: "decision",
    memory,
    outcomes: outcomes.map((outcome) => outcomeRow(sql, outcome)),
    signals: signals.map((signal) => signalRow(sql, signal)),
  };
  const [ofOutcomes, ofSignals] = [args.outcomes.map(({ id }) => id), args.signals.map(({ id }) => id)];
  const stored: StoredImportedRow = {
    kind: "decision",
    memory: { row: decision.id, ...firstStateOf(memory) },
    ...(ofOutcomes.length > 0 && { outcomes: ofOutcomes }),
    ...(ofSignals.length > 0 && { signals: ofSignals }),
  };
  addImportedRow(sql, args);
  for (const file of files) saveAdrFile(sql, file);
  return {
    parts: [{ about: [decision.id], args, stored }],
    refs: [decision.id, ...ofOutcomes, ...ofSignals],
  };
}

/** A context is a matter of this machine, so the log does not have it. */
function addOtherMemory(sql: Sql, memory: OtherMemory): AddedRecord | undefined {
  if (memory.type === "context") {
    writeContext(sql, memory.context);
    return undefined;
  }
  const row =
    memory.type === "checkpoint" ? checkpointRow(sql, memory.checkpoint) : insightRow(sql, memory.insight);
  const args: ImportedRow = { kind: "note", memory: row };
  const stored: StoredImportedRow = { kind: "note", memory: { row: row.id } };
  addImportedRow(sql, args);
  return { parts: [{ about: [row.id], args, stored }], refs: [row.id] };
}

function addProposal(sql: Sql, proposal: Proposal): AddedRecord {
  const args: ImportedRow = { kind: "proposal", proposal: proposalRow(proposal) };
  addImportedRow(sql, args);
  return { parts: [{ about: aboutProposal(proposal), args }], refs: [proposal.id] };
}

function addLink(sql: Sql, run: string, link: Link): AddedRecord {
  const supersedes = link.relation === "supersedes" && link.state === "active";
  const before = supersedes ? standingBefore(sql, link.to) : undefined;
  // The old standing is needed to undo the import and to verify what was read.
  if (before !== undefined) recordItem(sql, { run, record: "standing", id: link.to, before, digest: null });
  const rows: ImportedRow[] = [
    { kind: "link", link: linkRow(sql, link) },
    ...(before === undefined ? [] : [{ kind: "superseded", id: link.to } as const]),
  ];
  for (const row of rows) addImportedRow(sql, row);
  return {
    parts: rows.map((args) => ({ about: args.kind === "link" ? [link.from, link.to] : [], args })),
    refs: [link.id, ...(before === undefined ? [] : [link.to])],
  };
}

/**
 * The standing that a decision gets back when nothing imported supersedes it any more; undefined if something else did.
 * Another import may have superseded it already and be undone before this one.
 */
function standingBefore(sql: Sql, id: string): string | undefined {
  const row = sql.get(
    `SELECT iif(m.standing = 'superseded',
       (SELECT i.before FROM imports r CROSS JOIN import_items i ON i.run = r.id AND i.record = 'standing' AND i.id = m.id
        LIMIT 1), m.standing) AS before
     FROM memories m WHERE m.id = ? AND m.standing IN ('active', 'draft', 'superseded')`,
    id,
  );
  return (row?.["before"] as string | null | undefined) ?? undefined;
}
