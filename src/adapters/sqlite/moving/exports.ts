import type { ExportStore } from "../../../domain/moving/import-store.ts";
import type { ImportedRecord } from "../../../domain/moving/imported-record.ts";
import { outcomesOf, signalsOf } from "../decisions/history-rows.ts";
import { DECISION_COLUMNS, decisionOf } from "../decisions/rows.ts";
import { LINK_COLUMNS, linkOf } from "../links/link-rows.ts";
import { proposalOf } from "../proposals/proposal-rows.ts";
import { allOf, ofScope } from "../shared/conditions.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import { filesOf } from "./adr-files.ts";
import { OTHER_COLUMNS, otherMemoryOf } from "./other-memories.ts";

/** The order of an export: a link needs both its decisions first. */
const STEPS = ["memories", "links", "proposals"] as const;
export type Step = (typeof STEPS)[number];

export function sqliteExports(connection: Connection): ExportStore {
  return {
    exportRecords: (scope, after, limit) =>
      connection.read((sql) => {
        const [step, seq] = positionOf(after);
        // The unary plus stops SQLite from using a project index, so that rows come in the order of `seq`.
        const inScope = allOf(ofScope(scope, "+project"));
        const rows = sql.all(
          `SELECT * FROM ${step} WHERE seq > ? AND ${inScope.sql} ORDER BY seq LIMIT ?`,
          seq,
          ...inScope.values,
          limit,
        );
        const last = rows.at(-1)?.["seq"];
        const next = STEPS[STEPS.indexOf(step) + 1];
        return {
          records: rows.map((row) => recordOf(sql, step, row)),
          cursor: rows.length === limit ? `${step}.${last}` : next && `${next}.0`,
        };
      }),
  };
}

function positionOf(cursor = "memories.0"): [Step, number] {
  const [step, seq] = cursor.split(".");
  return [step as Step, Number(seq)];
}

export function recordOf(sql: Sql, step: Step, row: Row): ImportedRecord {
  if (step === "proposals") return { kind: "proposal", proposal: proposalOf(row) };
  const id = row["id"] as string;
  if (step === "links") {
    const link = sql.get(`SELECT ${LINK_COLUMNS} FROM links l WHERE l.id = ?`, id) as Row;
    return { kind: "link", link: linkOf(link) };
  }
  const whole = (columns: string): Row =>
    sql.get(`SELECT ${columns} FROM memories m WHERE m.id = ?`, id) as Row;
  if (row["type"] !== "decision") return { kind: "memory", memory: otherMemoryOf(whole(OTHER_COLUMNS)) };
  return {
    kind: "decision",
    decision: decisionOf(whole(DECISION_COLUMNS)),
    outcomes: outcomesOf(sql, id),
    signals: signalsOf(sql, id),
    files: filesOf(sql, id),
  };
}
