import type { Act } from "../../../domain/shared/act.ts";
import { MEMORY_AUTHOR } from "../../../domain/shared/actor.ts";
import type { RecordKind } from "../../../domain/shared/ids.ts";
import { ALL_PROJECTS } from "../../../domain/shared/scope.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import { addCheckpointRow } from "../continuity/checkpoint-rows.ts";
import { addInsightRow } from "../continuity/insight-rows.ts";
import { settleOutcome } from "../decisions/current-outcome.ts";
import { addDecisionRow, type PointerToDecision, wholeDecision } from "../decisions/decision-changes.ts";
import { firstStateOf, rowAtFirst } from "../decisions/first-state.ts";
import type { PointerToHistory } from "../decisions/history-changes.ts";
import { type HistoryRow, insertHistory, readHistory } from "../decisions/history-rows.ts";
import { insertLink, type LinkRow, readLink } from "../links/link-rows.ts";
import { defineChange, logChange } from "../log/change.ts";
import type { Part } from "../log/change-parts.ts";
import { aboutProposal, insertProposal, type ProposalRow, readProposal } from "../proposals/proposal-rows.ts";
import type { Sql } from "../shared/connection.ts";
import { type MemoryRow, type PointerToMemory, readMemory, readMemoryAtFirst } from "../shared/memory-row.ts";

/** A record of a file of version 0.1.0, as it was when the file was upgraded. */
type Existing =
  | { readonly kind: "decision" | "checkpoint" | "insight"; readonly memory: MemoryRow }
  | { readonly kind: "outcomes" | "signals"; readonly row: HistoryRow }
  | { readonly kind: "link"; readonly link: LinkRow }
  | { readonly kind: "proposal"; readonly proposal: ProposalRow }
  | { readonly kind: "erasures"; readonly rows: readonly Erasure[] };

type Erasure = { readonly project: string; readonly digest: string; readonly salt: string };

/** Rows that never change are named, the others are copied. */
type StoredExisting =
  | { readonly kind: "decision"; readonly memory: PointerToDecision }
  | { readonly kind: "checkpoint" | "insight"; readonly memory: PointerToMemory }
  | ({ readonly kind: "outcomes" | "signals" } & PointerToHistory)
  | Extract<Existing, { kind: "link" | "proposal" | "erasures" }>;

export const recordExisting = defineChange<"record.existing", Existing>({
  action: "record.existing",
  version: 1,
  apply(sql, [existing]) {
    if (existing) addExisting(sql, existing);
  },
  whole: (sql, stored) => wholeExisting(sql, stored as StoredExisting),
});

function addExisting(sql: Sql, existing: Existing): void {
  switch (existing.kind) {
    case "decision":
      addDecisionRow(sql, existing.memory);
      break;
    case "checkpoint":
      addCheckpointRow(sql, existing.memory);
      break;
    case "insight":
      addInsightRow(sql, existing.memory);
      break;
    case "outcomes":
    case "signals":
      insertHistory(sql, existing.kind, existing.row);
      if (existing.kind === "outcomes") settleOutcome(sql, existing.row.decision_id);
      break;
    case "link":
      insertLink(sql, existing.link);
      break;
    case "proposal":
      insertProposal(sql, existing.proposal);
      break;
    case "erasures":
      for (const { project, digest, salt } of existing.rows)
        sql.run("INSERT INTO erased_sources (project, digest, salt) VALUES (?, ?, ?)", project, digest, salt);
  }
}

function wholeExisting(sql: Sql, stored: StoredExisting): Existing | undefined {
  switch (stored.kind) {
    case "decision": {
      const memory = wholeDecision(sql, stored.memory);
      return memory && { kind: stored.kind, memory };
    }
    case "checkpoint":
    case "insight": {
      const memory = readMemoryAtFirst(sql, stored.memory);
      return memory && { kind: stored.kind, memory };
    }
    case "outcomes":
    case "signals": {
      const row = readHistory(sql, stored.kind, stored.row, stored.project);
      return row && { kind: stored.kind, row };
    }
    default:
      return stored;
  }
}

/** Logs one change for each record that is in the file. */
export function logExistingRecords(sql: Sql): void {
  const last = sql.get("SELECT max(at) AS at FROM audit")?.["at"];
  if (typeof last !== "number") return;
  const by = { author: MEMORY_AUTHOR, role: "admin", client: MEMORY_AUTHOR.name } as const;
  const act: Act = { by, at: new Date(last) };
  const log = (kind: RecordKind, id: string, project: string, part: Part<Existing>): void => {
    const refs = part.about.filter((record) => record !== id);
    const { action, version } = recordExisting;
    logChange(sql, act, { action, version, subject: { kind, id, project }, parts: [part], refs });
  };

  for (const { id } of sql.all("SELECT id FROM memories WHERE type <> 'context' ORDER BY seq")) {
    const row = readMemory(sql, id as string) as MemoryRow;
    log(row.type as "decision", row.id, row.project, { about: [row.id], ...memoryPart(row) });
  }
  for (const table of ["outcomes", "signals"] as const) {
    for (const { id } of sql.all(`SELECT id FROM ${table} ORDER BY seq`)) {
      const row = readHistory(sql, table, id as string) as HistoryRow;
      const part = { args: { kind: table, row }, stored: { kind: table, row: row.id } };
      const kind = table === "outcomes" ? "outcome" : "signal";
      log(kind, row.id, row["project"] as string, { about: [row.decision_id], ...part });
    }
  }
  for (const { id } of sql.all("SELECT id FROM links ORDER BY seq")) {
    const link = readLink(sql, id as string) as LinkRow;
    log("link", link.id, link.project as string, {
      about: [link.from_id, link.to_id],
      args: { kind: "link", link },
    });
  }
  for (const { id } of sql.all("SELECT id FROM proposals ORDER BY seq")) {
    const proposal = readProposal(sql, id as string) as ProposalRow;
    log("proposal", proposal.id, proposal.project, {
      about: aboutProposal({ ...proposal, target: proposal.target as Screened }),
      args: { kind: "proposal", proposal },
    });
  }
  const rows = sql.all("SELECT project, digest, salt FROM erased_sources") as unknown as Erasure[];
  if (rows.length > 0)
    log("decision", "erasures", ALL_PROJECTS, { about: [], args: { kind: "erasures", rows } });
}

function memoryPart(row: MemoryRow): Pick<Part<Existing>, "args" | "stored"> {
  const kind = row.type as "decision" | "checkpoint" | "insight";
  if (kind !== "decision") return { args: { kind, memory: row }, stored: { kind, memory: { row: row.id } } };
  const first = firstStateOf(row);
  return {
    args: { kind, memory: rowAtFirst(row, first) },
    stored: { kind, memory: { row: row.id, ...first } },
  };
}
