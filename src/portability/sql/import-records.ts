import {
  aboutProposal,
  firstStateOf,
  inWordsOf,
  type Link,
  linkRow,
  memoryRowOf,
  outcomeRow,
  type Proposal,
  pointerToLink,
  proposalRow,
  revisionRowOf,
  type Standing,
  signalRow,
  storedWithdrawal,
} from "../../decisions/index.ts";
import type { OtherMemory } from "../../recall/index.ts";
import { checkpointRow, insightRow, writeContext } from "../../sessions/index.ts";
import type { Author } from "../../shared/actor.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import type { Part } from "../../store/log/change.ts";
import {
  type DecisionRecord,
  type ImportedRecord,
  type ImportFate,
  recordDigest,
  startChecksum,
  type Verification,
} from "../rules/import-store.ts";
import { saveAdrFile } from "./adr-files.ts";
import { recordOf, type Step } from "./exports.ts";
import { addImportedRow, type ImportedRow, type StoredImportedRow } from "./import-changes.ts";
import { fateOf, linkFate, storedEnds } from "./import-fates.ts";
import { identityOf } from "./projects.ts";

/** A record that was added, as parts of the change that the batch is, with the ids of all it consists of. */
interface AddedRecord {
  readonly parts: readonly Part<ImportedRow>[];
  readonly refs: readonly string[];
}

/** Stores a record if it is new, notes that this run added it, and returns its fate. */
export function writeRecord(
  sql: Sql,
  run: string,
  record: ImportedRecord,
  digest: string,
  by: Author,
): { readonly fate: ImportFate; readonly added?: AddedRecord | undefined } {
  const item = { run, digest, before: null };
  if (record.kind === "link") {
    const ends = storedEnds(sql, record.link);
    const fate = linkFate(sql, record.link, ends, by);
    if (ends === undefined || fate !== "added") return { fate };
    const link = { ...record.link, ...ends };
    const added = addLink(sql, run, link);
    recordItem(sql, { ...item, record: "link", id: link.id, digest: recordDigest({ kind: "link", link }) });
    return { fate, added };
  }
  const fate = fateOf(sql, record, by);
  if (fate !== "added") return { fate };
  switch (record.kind) {
    case "decision":
      recordItem(sql, { ...item, record: "memory", id: record.decision.id });
      return { fate, added: addDecisionIn(sql, record) };
    case "memory":
      recordItem(sql, { ...item, record: "memory", id: identityOf(record.memory).id });
      return { fate, added: addOtherMemory(sql, record.memory) };
    case "proposal":
      recordItem(sql, { ...item, record: "proposal", id: record.proposal.id });
      return { fate, added: addProposalIn(sql, record.proposal) };
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

function addDecisionIn(
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

function addProposalIn(sql: Sql, proposal: Proposal): AddedRecord {
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
  const row = sql.get<{ before: string | null }>(
    `SELECT iif(m.standing = 'superseded',
       (SELECT i.before FROM imports r CROSS JOIN import_items i ON i.run = r.id AND i.record = 'standing' AND i.id = m.id
        LIMIT 1), m.standing) AS before
     FROM memories m WHERE m.id = ? AND m.standing IN ('active', 'draft', 'superseded')`,
    id,
  );
  return row?.before ?? undefined;
}

const SLICE = 500;

const STEP_OF: Readonly<Record<string, Step>> = { memory: "memories", link: "links", proposal: "proposals" };

/** Computes the digests again from the stored records, a slice at a time. */
export async function compareRecords(
  connection: Connection,
  run: string,
  onProgress: (done: number) => void,
): Promise<Verification> {
  const [ofSource, ofMemory] = [startChecksum(), startChecksum()];
  let [records, different] = [0, 0];
  for (let [kind, id] = ["", ""]; ; ) {
    const items = await connection.read((sql) =>
      sql
        .all<ItemRow & { digest: string | null }>(
          `SELECT record, id, digest FROM import_items
           WHERE run = ?1 AND (record, id) > (?2, ?3) AND record <> 'standing' ORDER BY record, id LIMIT ?4`,
          run,
          kind,
          id,
          SLICE,
        )
        .map((item) => ({ item, stored: storedDigest(sql, run, item) })),
    );
    for (const { item, stored } of items) {
      const expected = item.digest ?? "";
      ofSource.add(expected);
      ofMemory.add(stored);
      if (stored !== expected) different++;
    }
    records += items.length;
    onProgress(records);
    const last = items.at(-1)?.item;
    if (!last) break;
    [kind, id] = [last.record, last.id];
    await new Promise((resolve) => setImmediate(resolve));
  }
  const [checksumOfSource, checksumOfMemory] = [ofSource.value(), ofMemory.value()];
  return {
    ok: checksumOfSource === checksumOfMemory,
    records,
    different,
    checksumOfSource,
    checksumOfMemory,
  };
}

type ItemRow = { record: string; id: string };

function storedDigest(sql: Sql, run: string, item: ItemRow): string {
  const step = STEP_OF[item.record] as Step;
  const record = recordOf(sql, step, item.id);
  if (!record) return "missing";
  return recordDigest(record.kind === "decision" ? asRead(sql, run, record) : record);
}

/** Restores the standing as read: a link of the same import may have superseded the decision since. */
function asRead(sql: Sql, run: string, record: DecisionRecord): DecisionRecord {
  const { decision } = record;
  const item = sql.get<{ before: Standing }>(
    "SELECT before FROM import_items WHERE run = ? AND record = 'standing' AND id = ?",
    run,
    decision.id,
  );
  const superseded = item && decision.standing === "superseded";
  return superseded ? { ...record, decision: { ...decision, standing: item.before } } : record;
}
