import {
  addDecisionRow,
  addRevision,
  type HistoryRow,
  type HistoryTable,
  insertHistory,
  insertLink,
  insertProposal,
  type LinkRow,
  type ProposalRow,
  type RevisionRow,
  readLink,
  readProposal,
  type StoredWithdrawal,
  withdrawOutcome,
} from "../../decisions/index.ts";
import { decisionEdited } from "../../learning/index.ts";
import { decisionErased, forgetWords, importUndone, personErased, wordsOf } from "../../portability/index.ts";
import { addInsightRow, insightErased } from "../../sessions/index.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import type { Sql } from "../../store/file/connection.ts";
import type { MemoryRow } from "../../store/file/memory-row.ts";
import type { AuditAction } from "../../store/log/audit-actions.ts";
import { type ChangeFacts, emptyParts } from "../../store/log/change.ts";
import type { StoredAuthor } from "../../store/log/people.ts";
import type { Fields } from "./team-entries.ts";

/** The arguments of a change from elsewhere, one value for each part; undefined where the text was erased. */
export interface ReceivedChange {
  readonly action: AuditAction;
  readonly facts: ChangeFacts;
  readonly args: readonly (Fields | undefined)[];
}

/**
 * Adds the rows that a change brings, unless they are there, and removes what it erases. The state of what they are about
 * is settled afterwards, from everything that is known. Does not depend on the order in which changes come.
 */
export function receiveRows(sql: Sql, { action, facts, args }: ReceivedChange): void {
  const [first] = args;
  switch (action) {
    case "decision.captured":
      if (first) addMemory(sql, first as unknown as MemoryRow);
      break;
    case "insight.saved":
      if (first) addMemory(sql, first as unknown as MemoryRow);
      break;
    case "outcome.recorded":
      if (first) addHistory(sql, "outcomes", first as unknown as HistoryRow);
      break;
    case "outcome.reopened":
      if (first) withdraw(sql, first, facts.at);
      break;
    case "signal.recorded":
      if (first) addHistory(sql, "signals", first as unknown as HistoryRow);
      break;
    case "decision.edited":
      if (first) decisionEdited.apply(sql, [first as unknown as RevisionRow], facts);
      break;
    case "link.proposed":
      if (first) addLink(sql, first as unknown as LinkRow);
      break;
    case "proposal.drafted":
      if (first) addProposalIn(sql, first as unknown as ProposalRow);
      break;
    case "import.continued":
    case "record.existing":
      for (const part of args) if (part) addRecord(sql, part);
      break;
    case "import.undone":
      if (first) importUndone.apply(sql, [first as never], facts);
      break;
    case "decision.erased":
      if (first) withWords(sql, facts, () => decisionErased.apply(sql, [first as never], facts));
      break;
    case "insight.erased":
      withWords(sql, facts, () => insightErased.apply(sql, [], facts));
      emptyParts(sql, [facts.subject]);
      break;
    case "person.erased":
      personErased.apply(sql, [], facts);
      break;
    default:
      // Everything else changes the state of records that are there.
      break;
  }
}

/** Erases a memory with what this machine wrote down of its words by itself. */
function withWords(sql: Sql, facts: ChangeFacts, erase: () => void): void {
  const words = wordsOf(sql, facts.subject);
  erase();
  forgetWords(sql, facts, words);
}

const GONE = "SELECT 1 FROM audit WHERE subject = ? AND action IN ('decision.erased', 'insight.erased')";

/** Whether a record was erased, here or elsewhere, before or after it came. */
export const isErased = (sql: Sql, id: string): boolean => sql.get(GONE, id) !== undefined;

const isThere = (sql: Sql, table: string, id: string): boolean =>
  sql.get(`SELECT 1 FROM ${table} WHERE id = ?`, id) !== undefined;

function addMemory(sql: Sql, row: MemoryRow): void {
  if (isThere(sql, "memories", row.id) || isErased(sql, row.id)) return;
  // The same record may have been imported on two machines: the older one keeps the name that it had there.
  const aliases = row.aliases.filter((alias) => {
    const known = sql.get<{ memory_id: string }>(
      "SELECT memory_id FROM aliases WHERE alias = ? AND project = ?",
      alias,
      row.project,
    );
    if (!known) return true;
    if (known.memory_id < row.id) return false;
    sql.run("DELETE FROM aliases WHERE alias = ? AND project = ?", alias, row.project);
    return true;
  });
  const own = { ...row, aliases };
  if (row.type === "insight") addInsightRow(sql, own);
  else addDecisionRow(sql, own);
}

function addHistory(sql: Sql, table: HistoryTable, row: HistoryRow): void {
  if (isThere(sql, table, row.id)) return;
  insertHistory(sql, table, row);
  if (table === "outcomes") withdrawLate(sql, row.id);
}

type Reopened = { readonly outcomes: readonly string[]; readonly by: StoredAuthor };

/** The first by time withdrew it, whichever came first. */
function withdraw(sql: Sql, args: Fields, at: Date): void {
  const { outcomes, by } = args as unknown as Reopened;
  for (const id of outcomes)
    sql.run(
      `UPDATE outcomes SET withdrawn = ?1 WHERE id = ?2 AND (withdrawn IS NULL OR json_extract(withdrawn, '$.at') > ?3)`,
      JSON.stringify({ at: at.getTime(), by } satisfies StoredWithdrawal),
      id,
      at.getTime(),
    );
}

/** It may have been withdrawn before it came here. */
function withdrawLate(sql: Sql, outcome: string): void {
  const rows = sql.all<{ args: string; at: number }>(
    `SELECT a.at, p.args FROM change_refs r JOIN audit a ON a.seq = r.change
       JOIN change_parts p ON p.change = a.seq AND p.part = 0
     WHERE r.record = ? AND a.action = 'outcome.reopened' AND p.args IS NOT NULL`,
    outcome,
  );
  for (const row of rows) withdraw(sql, JSON.parse(row.args) as Fields, new Date(row.at));
}

function addLink(sql: Sql, row: LinkRow): void {
  if (!readLink(sql, row.id)) insertLink(sql, row);
}

function addProposalIn(sql: Sql, row: ProposalRow): void {
  if (readProposal(sql, row.id)) return;
  const target = row.target.startsWith(`${ID_PREFIX.decision}_`) ? row.target : undefined;
  if (target === undefined || !isErased(sql, target)) insertProposal(sql, row);
}

/** A record of an import, or of a memory from before there were changes. */
function addRecord(sql: Sql, part: Fields): void {
  const { kind, memory, outcomes = [], signals = [], revisions = [], withdrawn = {} } = part;
  switch (kind) {
    case "decision":
      addMemory(sql, memory as unknown as MemoryRow);
      for (const revision of revisions as unknown as RevisionRow[]) addRevision(sql, revision);
      for (const outcome of outcomes as unknown as HistoryRow[]) addHistory(sql, "outcomes", outcome);
      for (const [id, withdrawal] of Object.entries(withdrawn as unknown as Record<string, StoredWithdrawal>))
        withdrawOutcome(sql, id, withdrawal);
      for (const signal of signals as unknown as HistoryRow[]) addHistory(sql, "signals", signal);
      break;
    case "note":
    case "insight":
      addMemory(sql, memory as unknown as MemoryRow);
      break;
    case "outcomes":
    case "signals":
      addHistory(sql, kind, part["row"] as unknown as HistoryRow);
      break;
    case "link":
      addLink(sql, part["link"] as unknown as LinkRow);
      break;
    case "proposal":
      addProposalIn(sql, part["proposal"] as unknown as ProposalRow);
      break;
    default:
      break;
  }
}
