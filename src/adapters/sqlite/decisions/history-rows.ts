import type { Outcome, OutcomeStatus } from "../../../domain/decisions/outcome.ts";
import { outcomePassages } from "../../../domain/decisions/passages.ts";
import type { Signal, SignalType, Valence } from "../../../domain/decisions/signal.ts";
import type { Json } from "../../../domain/shared/canonical-json.ts";
import { authorColumns, authorOf, personName } from "../log/people.ts";
import type { Row, Sql } from "../shared/connection.ts";
import type { SqlValue } from "../shared/driver.ts";
import { addPassages } from "./passage-rows.ts";

const SCHEMA_VERSION = 1;

const COMMON = ["id", "decision_id", "project", "at", "author_kind", "author", "person"] as const;
/** The columns of each table that are said, and never change. Whether an outcome counts is derived. */
const COLUMNS = {
  outcomes: [...COMMON, "domain", "status", "score", "stated_confidence"],
  signals: [...COMMON, "type", "valence"],
} as const;
export type HistoryTable = keyof typeof COLUMNS;

/** An outcome or a signal as it is stored, with its parsed body. */
export type HistoryRow = {
  readonly id: string;
  readonly decision_id: string;
  readonly body: { readonly [key: string]: Json | undefined };
  readonly [column: string]: Json | undefined;
};

export function outcomeRow(sql: Sql, outcome: Outcome): HistoryRow {
  return {
    ...commonColumns(sql, outcome),
    domain: outcome.domain,
    status: outcome.status,
    score: outcome.score,
    stated_confidence: outcome.statedConfidence ?? null,
    body: {
      schema_version: SCHEMA_VERSION,
      reported: outcome.reported as Json | undefined,
      signals: outcome.signals.map((signal) => ({ ...signal, at: signal.at.getTime() })),
      lessons: outcome.lessons,
      metrics: outcome.metrics as Json | undefined,
    },
  };
}

export function signalRow(sql: Sql, signal: Signal): HistoryRow {
  return {
    ...commonColumns(sql, signal),
    type: signal.type,
    valence: signal.valence,
    body: {
      schema_version: SCHEMA_VERSION,
      description: signal.description,
      metrics: signal.metrics as Json | undefined,
    },
  };
}

const commonColumns = (sql: Sql, { id, decisionId, project, at, author }: Outcome | Signal) => ({
  id,
  decision_id: decisionId,
  project,
  at: at.getTime(),
  ...authorColumns(sql, author),
});

/** Does nothing if the decision was erased. `settleOutcome` decides afterwards whether an outcome counts. */
export function insertHistory(sql: Sql, table: HistoryTable, row: HistoryRow): void {
  const columns = [...COLUMNS[table], "body", ...(table === "outcomes" ? ["counts"] : [])];
  const values = [
    ...COLUMNS[table].map((column) => row[column] as SqlValue),
    JSON.stringify(row.body),
    ...(table === "outcomes" ? [0] : []),
  ];
  sql.run(
    `INSERT INTO ${table} (${columns.join(", ")}) SELECT ${columns.map(() => "?").join(", ")}
     FROM memories WHERE id = ?`,
    ...values,
    row.decision_id,
  );
  if (table === "outcomes") indexOutcome(sql, row);
}

/** Lets a decision be found by what was learned from it. */
function indexOutcome(sql: Sql, { decision_id, body }: HistoryRow): void {
  const found = outcomePassages(body as unknown as Outcome);
  if (found.length === 0) return;
  const row = sql.get("SELECT seq FROM memories WHERE id = ?", decision_id);
  if (row) addPassages(sql, row["seq"] as number, found);
}

/** `project` is the one that it was recorded in, if the decision was moved to another since. */
export function readHistory(
  sql: Sql,
  table: HistoryTable,
  id: string,
  project?: string,
): HistoryRow | undefined {
  const row = sql.get(`SELECT ${COLUMNS[table].join(", ")}, body FROM ${table} WHERE id = ?`, id);
  if (!row) return undefined;
  const body = JSON.parse(row["body"] as string) as Json;
  return { ...row, ...(project !== undefined && { project }), body } as HistoryRow;
}

export function outcomesOf(sql: Sql, decisionId: string): Outcome[] {
  return historyOf(sql, "outcomes", decisionId).map(outcomeOf);
}

export function signalsOf(sql: Sql, decisionId: string): Signal[] {
  return historyOf(sql, "signals", decisionId).map(signalOf);
}

const historyOf = (sql: Sql, table: HistoryTable, decisionId: string): Row[] =>
  sql.all(
    `SELECT r.*, ${personName("r")} FROM ${table} r WHERE r.decision_id = ? ORDER BY r.at, r.id`,
    decisionId,
  );

/** From a row that was read with `personName`. */
export function signalOf(row: Row): Signal {
  const body = JSON.parse(row["body"] as string) as Pick<Signal, "description" | "metrics">;
  return {
    ...common(row),
    decisionId: row["decision_id"] as string,
    type: row["type"] as SignalType,
    valence: row["valence"] as Valence,
    description: body.description,
    metrics: body.metrics,
  };
}

/** From a row that was read with `personName`. */
export function outcomeOf(row: Row): Outcome {
  type Body = Pick<Outcome, "reported" | "lessons" | "metrics"> & {
    signals: (Omit<Signal, "at"> & { at: number })[];
  };
  const body = JSON.parse(row["body"] as string) as Body;
  return {
    ...common(row),
    decisionId: row["decision_id"] as string,
    domain: row["domain"] as string,
    status: row["status"] as OutcomeStatus,
    score: row["score"] as number,
    statedConfidence: (row["stated_confidence"] as number | null) ?? undefined,
    reported: body.reported,
    signals: body.signals.map((signal) => ({ ...signal, at: new Date(signal.at) })),
    lessons: body.lessons,
    metrics: body.metrics,
  };
}

function common(row: Row) {
  return {
    id: row["id"] as string,
    project: row["project"] as string,
    at: new Date(row["at"] as number),
    author: authorOf(row),
  };
}
