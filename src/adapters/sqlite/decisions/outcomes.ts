import type { Decision } from "../../../domain/decisions/decision.ts";
import {
  type Outcome,
  type OutcomeStatus,
  progressAfter,
  statedConfidence,
} from "../../../domain/decisions/outcome.ts";
import type { History, OutcomeStore } from "../../../domain/decisions/outcome-store.ts";
import type { Signal, SignalType, Valence } from "../../../domain/decisions/signal.ts";
import type { AuthorKind } from "../../../domain/shared/actor.ts";
import { ALL_PROJECTS, type Scope } from "../../../domain/shared/scope.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import { dueCondition, dueCount } from "../calibration/due.ts";
import { tallyOf } from "../calibration/tallies.ts";
import { appendAudit } from "../log/audit-log.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import { settleOutcome } from "./current-outcome.ts";
import { findDecision, requireDecision } from "./find-decision.ts";
import { DECISION_COLUMNS, decisionOf } from "./rows.ts";

const SCHEMA_VERSION = 1;

export function sqliteOutcomes(connection: Connection): OutcomeStore {
  return {
    recordOutcome: (scope, ref, reported, act) =>
      connection.write((sql) => {
        const decision = requireDecision(sql, scope, ref);
        const outcome: Outcome = {
          ...reported,
          domain: reported.domain ?? decision.domain,
          decisionId: decision.id,
          project: decision.project,
          at: act.at,
          statedConfidence: statedConfidence(decision),
          signals: signalsOf(sql, decision.id).map(({ id, type, valence, at }) => ({
            id,
            type,
            valence,
            at,
          })),
          author: act.by.author,
        };
        const before = tallyOf(sql, decision.project, outcome.domain);
        insertOutcome(sql, outcome);
        const { counting, replaced } = settleOutcome(sql, decision.id);
        markDecision(sql, decision, outcome, counting === outcome.id);
        appendAudit(
          sql,
          act,
          "outcome.recorded",
          subjectOf(decision, "outcome", outcome.id),
          JSON.stringify(outcome),
        );
        return {
          decision: findDecision(sql, decision.project, decision.id) as Decision,
          outcome,
          replaced,
          before,
          after: tallyOf(sql, decision.project, outcome.domain),
        };
      }),

    recordSignal: (scope, ref, reported, act) =>
      connection.write((sql) => {
        const decision = requireDecision(sql, scope, ref);
        const signal: Signal = {
          ...reported,
          decisionId: decision.id,
          project: decision.project,
          at: act.at,
          author: act.by.author,
        };
        insertSignal(sql, signal);
        appendAudit(
          sql,
          act,
          "signal.recorded",
          subjectOf(decision, "signal", signal.id),
          JSON.stringify(signal),
        );
        return {
          decision,
          signal,
          all: signalsOf(sql, decision.id),
          tally: tallyOf(sql, decision.project, decision.domain),
        };
      }),

    historiesOf: (scope, decisionIds) => connection.read((sql) => historiesOf(sql, scope, decisionIds)),

    dueDecisions: (scope, by, limit, domain) =>
      connection.read((sql) => {
        const { where, values } = dueCondition(scope, by, domain);
        const rows = sql.all(
          `SELECT ${DECISION_COLUMNS} FROM memories m WHERE ${where} ORDER BY m.due_at, m.id LIMIT ?`,
          ...values,
          limit,
        );
        return { items: rows.map(decisionOf), total: dueCount(sql, scope, by, domain) };
      }),
  };
}

const subjectOf = <K extends "outcome" | "signal">({ project }: Decision, kind: K, id: string) => ({
  kind,
  id,
  project,
});

/** Call `settleOutcome` after it, which decides whether the outcome counts. */
export function insertOutcome(sql: Sql, outcome: Outcome): void {
  sql.run(
    `INSERT INTO outcomes (id, decision_id, project, domain, status, score, stated_confidence, counts, at, author_kind, author, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?)`,
    outcome.id,
    outcome.decisionId,
    outcome.project,
    outcome.domain,
    outcome.status,
    outcome.score,
    outcome.statedConfidence ?? null,
    outcome.at.getTime(),
    outcome.author.kind,
    outcome.author.name,
    JSON.stringify({
      schema_version: SCHEMA_VERSION,
      reported: outcome.reported,
      signals: outcome.signals.map((signal) => ({ ...signal, at: signal.at.getTime() })),
      lessons: outcome.lessons,
      metrics: outcome.metrics,
    }),
  );
}

export function insertSignal(sql: Sql, signal: Signal): void {
  sql.run(
    `INSERT INTO signals (id, decision_id, project, type, valence, at, author_kind, author, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    signal.id,
    signal.decisionId,
    signal.project,
    signal.type,
    signal.valence,
    signal.at.getTime(),
    signal.author.kind,
    signal.author.name,
    JSON.stringify({
      schema_version: SCHEMA_VERSION,
      description: signal.description,
      metrics: signal.metrics,
    }),
  );
}

/** An outcome that does not count, because a later one is known, says nothing about the progress. */
function markDecision(sql: Sql, decision: Decision, { status, at }: Outcome, counts: boolean): void {
  sql.run(
    "UPDATE memories SET progress = ?, updated_at = max(updated_at, ?) WHERE id = ?",
    counts ? progressAfter(decision, status) : decision.progress,
    at.getTime(),
    decision.id,
  );
}

export function outcomesOf(sql: Sql, decisionId: string): Outcome[] {
  return sql.all("SELECT * FROM outcomes WHERE decision_id = ? ORDER BY at, id", decisionId).map(outcomeOf);
}

export function signalsOf(sql: Sql, decisionId: string): Signal[] {
  return sql.all("SELECT * FROM signals WHERE decision_id = ? ORDER BY at, id", decisionId).map(signalOf);
}

function historiesOf(sql: Sql, scope: Scope, decisionIds: readonly string[]): ReadonlyMap<string, History> {
  const histories = new Map(
    decisionIds.map((id) => [id, { outcomes: [] as Outcome[], signals: [] as Signal[] }]),
  );
  const ids = JSON.stringify([...histories.keys()]);
  const recorded = (table: "outcomes" | "signals"): Row[] =>
    sql.all(
      // CROSS JOIN and + make SQLite use the index by decision: a project has far more rows than a few decisions.
      `SELECT r.* FROM json_each(?1) j CROSS JOIN ${table} r ON r.decision_id = j.value
       WHERE ?2 = '${ALL_PROJECTS}' OR +r.project = ?2 ORDER BY r.at, r.id`,
      ids,
      scope,
    );
  for (const outcome of recorded("outcomes").map(outcomeOf)) {
    histories.get(outcome.decisionId)?.outcomes.push(outcome);
  }
  for (const signal of recorded("signals").map(signalOf)) {
    histories.get(signal.decisionId)?.signals.push(signal);
  }
  return histories;
}

function signalOf(row: Row): Signal {
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

function outcomeOf(row: Row): Outcome {
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
    author: { kind: row["author_kind"] as AuthorKind, name: row["author"] as Screened },
  };
}
