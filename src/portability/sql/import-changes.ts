import {
  addDecisionRow,
  addRevision,
  type HistoryRow,
  type HistoryTable,
  insertHistory,
  insertLink,
  insertProposal,
  type LinkRow,
  type PointerToDecision,
  type PointerToLink,
  type ProposalRow,
  type RevisionRow,
  readHistory,
  readLink,
  readRevision,
  removeDecisionWords,
  rewriteDecisionWords,
  type StoredWithdrawal,
  settleOutcome,
  stopCounting,
  wholeDecision,
  withdrawOutcome,
} from "../../decisions/index.ts";
import { mergedWith, recountSkill, settleDecisions } from "../../learning/index.ts";
import { addCheckpointRow, addInsightRow, rewriteNotes } from "../../sessions/index.ts";
import type { Sql } from "../../store/file/connection.ts";
import { type MemoryRow, type PointerToMemory, readMemoryAtFirst } from "../../store/file/memory-row.ts";
import { defineChange } from "../../store/log/change.ts";

/** By the id of the outcome. */
type Withdrawals = { readonly [outcome: string]: StoredWithdrawal };

/** A record of an import, as rows. A decision comes with its outcomes and signals. */
export type ImportedRow =
  | {
      readonly kind: "decision";
      readonly memory: MemoryRow;
      readonly outcomes: readonly HistoryRow[];
      readonly signals: readonly HistoryRow[];
      /** All wordings after the first, which the memory has. */
      readonly revisions?: readonly RevisionRow[];
      /** The outcomes that were withdrawn before. */
      readonly withdrawn?: Withdrawals;
    }
  | { readonly kind: "note"; readonly memory: MemoryRow }
  | { readonly kind: "link"; readonly link: LinkRow }
  /** Apart from the link that says so: the decision stays replaced when the newer one is erased. */
  | { readonly kind: "superseded"; readonly id: string }
  | { readonly kind: "proposal"; readonly proposal: ProposalRow };

/** What the log has of a record: rows that never change are named, the others are copied. */
export type StoredImportedRow =
  | {
      readonly kind: "decision";
      readonly memory: PointerToDecision;
      readonly outcomes?: readonly string[];
      readonly signals?: readonly string[];
      readonly revisions?: readonly string[];
      readonly withdrawn?: Withdrawals;
    }
  | { readonly kind: "note"; readonly memory: PointerToMemory }
  | PointerToLink
  | Extract<ImportedRow, { kind: "link" | "superseded" | "proposal" }>;

export function addImportedRow(sql: Sql, row: ImportedRow): void {
  switch (row.kind) {
    case "decision":
      addDecisionRow(sql, row.memory);
      for (const revision of row.revisions ?? []) addRevision(sql, revision);
      for (const outcome of row.outcomes) insertHistory(sql, "outcomes", outcome);
      for (const [id, withdrawal] of Object.entries(row.withdrawn ?? {}))
        withdrawOutcome(sql, id, withdrawal);
      if (row.outcomes.length > 0) settleOutcome(sql, row.memory.id);
      for (const signal of row.signals) insertHistory(sql, "signals", signal);
      break;
    case "note":
      if (row.memory.type === "checkpoint") addCheckpointRow(sql, row.memory);
      else addInsightRow(sql, row.memory);
      break;
    case "link":
      insertLink(sql, row.link);
      if (row.link.body["merge"]) settleDecisions(sql, [row.link.from_id]);
      break;
    case "superseded":
      sql.run("UPDATE memories SET standing = 'superseded' WHERE id = ?", row.id);
      break;
    case "proposal":
      insertProposal(sql, row.proposal);
  }
}

function wholeRow(sql: Sql, stored: StoredImportedRow): ImportedRow | undefined {
  if (stored.kind === "note") {
    const memory = readMemoryAtFirst(sql, stored.memory);
    return memory && { kind: "note", memory };
  }
  if (stored.kind === "link" && "row" in stored) {
    const link = readLink(sql, stored.row);
    return link && { kind: "link", link };
  }
  if (stored.kind !== "decision") return stored;
  const memory = wholeDecision(sql, stored.memory);
  const { project } = stored.memory;
  const outcomes = historyOf(sql, "outcomes", stored.outcomes, project);
  const signals = historyOf(sql, "signals", stored.signals, project);
  const revisions = stored.revisions && wholeRows(stored.revisions.map((id) => readRevision(sql, id)));
  const { withdrawn } = stored;
  if (!memory || !outcomes || !signals || (stored.revisions && !revisions)) return undefined;
  return {
    kind: "decision",
    memory,
    outcomes,
    signals,
    ...(revisions && { revisions }),
    ...(withdrawn && { withdrawn }),
  };
}

/** Undefined if one of the rows is gone. */
function historyOf(
  sql: Sql,
  table: HistoryTable,
  ids: readonly string[] = [],
  project?: string,
): HistoryRow[] | undefined {
  return wholeRows(ids.map((id) => readHistory(sql, table, id, project)));
}

const wholeRows = <T>(rows: readonly (T | undefined)[]): T[] | undefined =>
  rows.every((row) => row !== undefined) ? (rows as T[]) : undefined;

/** One batch; each record is a part, and so is each standing that a link changes. */
export const importContinued = defineChange<"import.continued", ImportedRow>({
  action: "import.continued",
  version: 1,
  apply(sql, rows) {
    for (const row of rows) if (row) addImportedRow(sql, row);
  },
  whole: (sql, stored) => wholeRow(sql, stored as StoredImportedRow),
});

/** The ids of what is removed, and the standings that decisions have afterwards. */
export type Undone = {
  readonly memories: readonly string[];
  readonly links: readonly string[];
  readonly proposals: readonly string[];
  readonly standings: readonly (readonly [string, string])[];
};

export const importUndone = defineChange<"import.undone", Undone>({
  action: "import.undone",
  version: 1,
  apply(sql, [undone]) {
    if (!undone) return;
    const { memories, links, proposals, standings } = undone;
    const merged = mergedWith(sql, { memories, links });
    remove(sql, "links", links);
    remove(sql, "proposals", proposals);
    for (const [id, standing] of standings)
      sql.run("UPDATE memories SET standing = ? WHERE id = ?", standing, id);
    if (memories.length > 0) removeMemories(sql, memories);
    settleDecisions(sql, merged);
  },
});

function removeMemories(sql: Sql, memories: readonly string[]): void {
  const ids = JSON.stringify(memories);
  const groups = sql.all<{ skill: string }>(
    "SELECT DISTINCT skill FROM skill_members WHERE decision_id IN (SELECT value FROM json_each(?))",
    ids,
  );
  for (const id of memories) {
    stopCounting(sql, id);
    removeDecisionWords(sql, id);
  }
  remove(sql, "memories", memories);
  // Skills must no longer count the removed decisions.
  for (const { skill } of groups) recountSkill(sql, skill);
  // A deleted word can remain in an index as the key of a page, so the indexes are written again.
  rewriteDecisionWords(sql);
  rewriteNotes(sql);
}

const remove = (sql: Sql, table: "memories" | "links" | "proposals", ids: readonly string[]): void =>
  sql.run(`DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids));
