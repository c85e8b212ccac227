/** Outcomes and signals as rows. */

import type { Json } from "../../shared/canonical-json.ts";
import type { Row, Sql } from "../../store/file/connection.ts";
import type { SqlValue } from "../../store/file/driver.ts";
import type { MemoryRow } from "../../store/file/memory-row.ts";
import {
  type AuthorRow,
  authorColumns,
  authorOf,
  loadAuthor,
  type NamesRow,
  namesOf,
  personName,
  type StoredAuthor,
  storeAuthor,
} from "../../store/log/people.ts";
import type { Outcome, OutcomeStatus, Withdrawal } from "../rules/outcome.ts";
import { decisionPassages, outcomePassages, type Passage } from "../rules/passages.ts";
import type { Signal, SignalType, Valence } from "../rules/signal.ts";
import { decisionOfMemory } from "./decision-rows.ts";
import { addPassages } from "./index-decision.ts";

const SCHEMA_VERSION = 1;

const COMMON = ["id", "decision_id", "project", "at", "author_kind", "author", "person"] as const;
/**
 * The columns of each table that are said, and never change. Whether an outcome was withdrawn is said later, and whether it
 * counts is derived.
 */
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

/** Who withdrew an outcome, and when, as it is stored. */
export type StoredWithdrawal = { readonly at: number; readonly by: StoredAuthor };

export const storedWithdrawal = (sql: Sql, { at, by }: Withdrawal): StoredWithdrawal => ({
  at: at.getTime(),
  by: storeAuthor(sql, by),
});

/** Does nothing to an outcome that is withdrawn already. `settleOutcome` has to follow. */
export function withdrawOutcome(sql: Sql, id: string, withdrawal: StoredWithdrawal): void {
  sql.run(
    "UPDATE outcomes SET withdrawn = ? WHERE id = ? AND withdrawn IS NULL",
    JSON.stringify(withdrawal),
    id,
  );
}

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
  const row = sql.get<{ seq: number }>("SELECT seq FROM memories WHERE id = ?", decision_id);
  if (row) addPassages(sql, row.seq, found);
}

/** `project` is the one that it was recorded in, if the decision was moved to another since. */
export function readHistory(
  sql: Sql,
  table: HistoryTable,
  id: string,
  project?: string,
): HistoryRow | undefined {
  const row = sql.get<{ body: string }>(
    `SELECT ${COLUMNS[table].join(", ")}, body FROM ${table} WHERE id = ?`,
    id,
  );
  if (!row) return undefined;
  const body = JSON.parse(row.body) as Json;
  return { ...row, ...(project !== undefined && { project }), body } as HistoryRow;
}

export function outcomesOf(sql: Sql, decisionId: string): Outcome[] {
  return withNames(sql, historyOf<OutcomeRow>(sql, "outcomes", decisionId)).map(outcomeOf);
}

export function signalsOf(sql: Sql, decisionId: string): Signal[] {
  return historyOf<SignalRow>(sql, "signals", decisionId).map(signalOf);
}

const historyOf = <T extends Row>(sql: Sql, table: HistoryTable, decisionId: string): T[] =>
  sql.all<T>(
    `SELECT r.*, ${personName("r")} FROM ${table} r WHERE r.decision_id = ? ORDER BY r.at, r.id`,
    decisionId,
  );

/**
 * Adds the names of those who withdrew outcomes. The column is not named here, because the words of outcomes are also
 * indexed in files that do not have it yet.
 */
export function withNames<T extends WithdrawalRow>(sql: Sql, rows: readonly T[]): T[] {
  return rows.map((row) => {
    if (typeof row.withdrawn !== "string") return row;
    const names = sql.get(
      "SELECT json_group_object(id, name) AS names FROM people WHERE instr(?, id) > 0",
      row.withdrawn,
    );
    return { ...row, ...names };
  });
}

export type SignalRow = CommonRow & { body: string; decision_id: string; type: SignalType; valence: Valence };

/** From a row that was read with `personName`. */
export function signalOf(row: SignalRow): Signal {
  const body = JSON.parse(row.body) as Pick<Signal, "description" | "metrics">;
  return {
    ...common(row),
    decisionId: row.decision_id,
    type: row.type,
    valence: row.valence,
    description: body.description,
    metrics: body.metrics,
  };
}

export type OutcomeRow = CommonRow &
  WithdrawalRow & {
    body: string;
    decision_id: string;
    domain: string;
    status: OutcomeStatus;
    score: number;
    stated_confidence: number | null;
  };

/** From a row that was read with `personName` and `withNames`. */
export function outcomeOf(row: OutcomeRow): Outcome {
  type Body = Pick<Outcome, "reported" | "lessons" | "metrics"> & {
    signals: (Omit<Signal, "at"> & { at: number })[];
  };
  const body = JSON.parse(row.body) as Body;
  return {
    ...common(row),
    decisionId: row.decision_id,
    domain: row.domain,
    status: row.status,
    score: row.score,
    statedConfidence: row.stated_confidence ?? undefined,
    reported: body.reported,
    signals: body.signals.map((signal) => ({ ...signal, at: new Date(signal.at) })),
    lessons: body.lessons,
    metrics: body.metrics,
    ...withdrawalOf(row),
  };
}

type WithdrawalRow = NamesRow & { withdrawn: string | null };

function withdrawalOf(row: WithdrawalRow): Pick<Outcome, "withdrawn"> {
  if (typeof row.withdrawn !== "string") return {};
  const { at, by } = JSON.parse(row.withdrawn) as StoredWithdrawal;
  return { withdrawn: { at: new Date(at), by: loadAuthor(by, namesOf(row)) } };
}

type CommonRow = AuthorRow & { id: string; project: string; at: number };

function common(row: CommonRow) {
  return {
    id: row.id,
    project: row.project,
    at: new Date(row.at),
    author: authorOf(row),
  };
}

/** All passages that a decision should have: those of its row, and those of its outcomes. */
export const passagesOfDecision = (sql: Sql, row: MemoryRow): Passage[] => [
  ...decisionPassages(decisionOfMemory(row)),
  ...outcomesOf(sql, row.id).flatMap(outcomePassages),
];
