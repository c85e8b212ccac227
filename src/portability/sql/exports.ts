import {
  DECISION_COLUMNS,
  type DecisionRow,
  decisionOf,
  LINK_COLUMNS,
  linkOf,
  outcomesOf,
  proposalOf,
  revisionsOfIn,
  type StoredLinkRow,
  type StoredProposalRow,
  signalsOf,
} from "../../decisions/index.ts";
import { type GuidanceRow, guidanceOf } from "../../learning/index.ts";
import type { Scope } from "../../shared/scope.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Row, Sql } from "../../store/file/connection.ts";
import type { ExportedRecord, ImportedRecord } from "../rules/import-store.ts";
import { filesOf } from "./adr-files.ts";
import { OTHER_COLUMNS, type OtherMemoryRow, otherMemoryOf } from "./projects.ts";

/** The order of an export: a link needs both its decisions first. */
const STEPS = ["memories", "links", "proposals", "guidance"] as const;
type ExportStep = (typeof STEPS)[number];
export type Step = Exclude<ExportStep, "guidance">;

/** One page; `after` is the cursor of the previous page. */
export function exportRecords(
  memory: Connection,
  scope: Scope,
  after: string | undefined,
  limit: number,
): Promise<{ readonly records: readonly ExportedRecord[]; readonly cursor?: string | undefined }> {
  return memory.read((sql) => {
    const [step, seq] = positionOf(after);
    // The unary plus stops SQLite from using a project index, so that rows come in the order of `seq`.
    const inScope = allOf(ofScope(scope, "+project"));
    const rows = sql.all<{ seq: number; id: string }>(
      `SELECT id, seq FROM ${step} WHERE seq > ? AND ${inScope.sql} ORDER BY seq LIMIT ?`,
      seq,
      ...inScope.values,
      limit,
    );
    const last = rows.at(-1)?.seq;
    const next = STEPS[STEPS.indexOf(step) + 1];
    return {
      records: rows.map(({ id }) => exportedRecord(sql, step, id)),
      cursor: rows.length === limit ? `${step}.${last}` : next && `${next}.0`,
    };
  });
}

function positionOf(cursor = "memories.0"): [ExportStep, number] {
  const [step, seq] = cursor.split(".");
  return [step as ExportStep, Number(seq)];
}

function exportedRecord(sql: Sql, step: ExportStep, id: string): ExportedRecord {
  if (step !== "guidance") return recordOf(sql, step, id) as ImportedRecord;
  return {
    kind: "guidance",
    guidance: guidanceOf(sql.one<GuidanceRow>("SELECT * FROM guidance WHERE id = ?", id)),
  };
}

export function recordOf(sql: Sql, step: Step, id: string): ImportedRecord | undefined {
  const row = <T extends Row>(columns: string, table: string): T | undefined =>
    sql.get<T>(`SELECT ${columns} FROM ${table} WHERE id = ?`, id);
  if (step === "proposals") {
    const proposal = row<StoredProposalRow>("*", "proposals");
    return proposal && { kind: "proposal", proposal: proposalOf(proposal) };
  }
  if (step === "links") {
    const link = row<StoredLinkRow>(LINK_COLUMNS, "links l");
    return link && { kind: "link", link: linkOf(link) };
  }
  const decision = row<DecisionRow & { type: string }>(`m.type, ${DECISION_COLUMNS}`, "memories m");
  if (decision?.type !== "decision") {
    const other = decision && row<OtherMemoryRow>(OTHER_COLUMNS, "memories m");
    return other && { kind: "memory", memory: otherMemoryOf(other) };
  }
  const revisions = revisionsOfIn(sql, id);
  return {
    kind: "decision",
    decision: decisionOf(decision),
    ...(revisions.length > 0 && { revisions }),
    outcomes: outcomesOf(sql, id),
    signals: signalsOf(sql, id),
    files: filesOf(sql, id),
  };
}
