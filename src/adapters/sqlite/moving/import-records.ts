import { inWordsOf } from "../../../domain/decisions/revision.ts";
import type { Link } from "../../../domain/links/link.ts";
import type { ImportFate } from "../../../domain/moving/import-store.ts";
import { type ImportedRecord, recordDigest } from "../../../domain/moving/imported-record.ts";
import type { Proposal } from "../../../domain/proposals/proposal.ts";
import type { OtherMemory } from "../../../domain/recall/memory.ts";
import { checkpointRow } from "../continuity/checkpoint-rows.ts";
import { writeContext } from "../continuity/contexts.ts";
import { insightRow } from "../continuity/insight-rows.ts";
import { firstStateOf } from "../decisions/first-state.ts";
import { outcomeRow, signalRow, storedWithdrawal } from "../decisions/history-rows.ts";
import { revisionRowOf } from "../decisions/revision-rows.ts";
import { memoryRowOf } from "../decisions/rows.ts";
import { pointerToLink } from "../links/link-pointers.ts";
import { linkRow } from "../links/link-rows.ts";
import type { Part } from "../log/change-parts.ts";
import { aboutProposal, proposalRow } from "../proposals/proposal-rows.ts";
import type { Sql } from "../shared/connection.ts";
import { saveAdrFile } from "./adr-files.ts";
import { addImportedRow, type ImportedRow, type StoredImportedRow } from "./import-changes.ts";
import { fateOf, linkFate, storedEnds } from "./import-fates.ts";
import { identityOf } from "./other-memories.ts";

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
    const ends = storedEnds(sql, record.link);
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
  { decision, outcomes, signals, files, revisions = [] }: Extract<ImportedRecord, { kind: "decision" }>,
): AddedRecord {
  const [first, ...later] = revisions;
  const memory = memoryRowOf(sql, first ? inWordsOf(first, decision) : decision);
  const rewordings = later.map((revision) => revisionRowOf(sql, revision, decision));
  const withdrawals = outcomes.flatMap(({ id, withdrawn }) =>
    withdrawn ? [[id, storedWithdrawal(sql, withdrawn)] as const] : [],
  );
  const withdrawn = withdrawals.length > 0 && { withdrawn: Object.fromEntries(withdrawals) };
  const args: ImportedRow = {
    kind: "decision",
    memory,
    outcomes: outcomes.map((outcome) => outcomeRow(sql, outcome)),
    signals: signals.map((signal) => signalRow(sql, signal)),
    ...(rewordings.length > 0 && { revisions: rewordings }),
    ...withdrawn,
  };
  const [ofOutcomes, ofSignals] = [args.outcomes.map(({ id }) => id), args.signals.map(({ id }) => id)];
  const stored: StoredImportedRow = {
    kind: "decision",
    memory: { row: decision.id, ...firstStateOf(memory) },
    ...(ofOutcomes.length > 0 && { outcomes: ofOutcomes }),
    ...(ofSignals.length > 0 && { signals: ofSignals }),
    ...(rewordings.length > 0 && { revisions: rewordings.map(({ id }) => id) }),
    ...withdrawn,
  };
  addImportedRow(sql, args);
  for (const file of files) saveAdrFile(sql, file);
  return {
    parts: [{ about: [decision.id], args, stored }],
    refs: [decision.id, ...ofOutcomes, ...ofSignals, ...rewordings.map(({ id }) => id)],
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
    parts: rows.map((args) =>
      args.kind === "link"
        ? { about: [link.id, link.from, link.to], args, stored: pointerToLink(link.id) }
        : { about: [], args },
    ),
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
