import type { Decision } from "../../../domain/decisions/decision.ts";
import { type Outcome, statedConfidence } from "../../../domain/decisions/outcome.ts";
import type { History, NewSignal, OutcomeStore } from "../../../domain/decisions/outcome-store.ts";
import type { Signal } from "../../../domain/decisions/signal.ts";
import type { ACTION_EFFECTS } from "../../../domain/log/audit-actions.ts";
import type { Act } from "../../../domain/shared/act.ts";
import { ALL_PROJECTS, type Scope } from "../../../domain/shared/scope.ts";
import { dueCondition, dueCount } from "../calibration/due.ts";
import { tallyOf } from "../calibration/tallies.ts";
import { afterOthers } from "../log/after-others.ts";
import { type ChangeType, makeChange } from "../log/change.ts";
import { personName } from "../log/people.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import { requireDecision } from "./find-decision.ts";
import { outcomeRecorded, signalRecorded } from "./history-changes.ts";
import { type HistoryRow, outcomeOf, outcomeRow, signalOf, signalRow, withNames } from "./history-rows.ts";
import { keptFor, WITH_DUPLICATES } from "./merged-decisions.ts";
import { DECISION_COLUMNS, decisionOf } from "./rows.ts";

export function sqliteOutcomes(connection: Connection): OutcomeStore {
  return {
    recordOutcome: (scope, ref, reported, asked) =>
      connection.write((sql) => {
        const named = requireDecision(sql, scope, ref);
        const kept = keptFor(sql, named.id);
        const act = afterOthers(sql, kept, asked);
        const decision = kept === named.id ? named : requireDecision(sql, named.project, kept);
        const outcome: Outcome = {
          ...reported,
          domain: reported.domain ?? decision.domain,
          decisionId: decision.id,
          project: decision.project,
          at: act.at,
          statedConfidence: statedConfidence(decision),
          signals: allSignalsOf(sql, decision).map(({ id, type, valence, at }) => ({
            id,
            type,
            valence,
            at,
          })),
          author: act.by.author,
        };
        const before = tallyOf(sql, decision.project, outcome.domain);
        keep(
          sql,
          decision,
          outcomeRecorded,
          { kind: "outcome", id: outcome.id },
          outcomeRow(sql, outcome),
          act,
        );
        const after = requireDecision(sql, decision.project, decision.id);
        return {
          decision: after,
          outcome,
          duplicate: named.id === decision.id ? undefined : named.id,
          replaced: after.outcome?.id === decision.outcome?.id ? undefined : decision.outcome?.id,
          before,
          after: tallyOf(sql, decision.project, outcome.domain),
        };
      }),

    recordSignal: (scope, ref, reported, act) =>
      connection.write((sql) => {
        const decision = requireDecision(sql, scope, ref);
        return {
          decision,
          signal: addSignal(sql, decision, reported, act),
          all: allSignalsOf(sql, decision),
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

/** Call it in the transaction of the write. */
export function addSignal(sql: Sql, decision: Decision, reported: NewSignal, act: Act): Signal {
  const { id: decisionId, project } = decision;
  const signal: Signal = { ...reported, decisionId, project, at: act.at, author: act.by.author };
  keep(sql, decision, signalRecorded, { kind: "signal", id: signal.id }, signalRow(sql, signal), act);
  return signal;
}

/** The row that the change adds never changes, so the log points at it. */
function keep<A extends "outcome.recorded" | "signal.recorded">(
  sql: Sql,
  decision: Decision,
  type: ChangeType<A, HistoryRow>,
  record: { readonly kind: (typeof ACTION_EFFECTS)[A]["kind"]; readonly id: string },
  row: HistoryRow,
  act: Act,
): void {
  const part = { about: [decision.id], args: row, stored: { row: row.id } };
  makeChange(sql, act, type, { ...record, project: decision.project }, [part], [decision.id]);
}

const allSignalsOf = (sql: Sql, { id, project }: Decision): readonly Signal[] =>
  recorded(sql, "signals", project, [id]).map(signalOf);

function recorded(
  sql: Sql,
  table: "outcomes" | "signals",
  scope: Scope,
  decisionIds: readonly string[],
): Row[] {
  return sql.all(
    // CROSS JOIN and + make SQLite use the index by decision: a project has far more rows than a few decisions.
    `WITH RECURSIVE ${WITH_DUPLICATES}
     SELECT r.*, own.root, ${personName("r")} FROM own CROSS JOIN ${table} r ON r.decision_id = own.id
     WHERE ?2 = '${ALL_PROJECTS}' OR +r.project = ?2 ORDER BY r.at, r.id`,
    JSON.stringify(decisionIds),
    scope,
  );
}

function historiesOf(sql: Sql, scope: Scope, decisionIds: readonly string[]): ReadonlyMap<string, History> {
  const histories = new Map(
    decisionIds.map((id) => [id, { outcomes: [] as Outcome[], signals: [] as Signal[] }]),
  );
  const ids = [...histories.keys()];
  for (const row of withNames(sql, recorded(sql, "outcomes", scope, ids)))
    histories.get(row["root"] as string)?.outcomes.push(outcomeOf(row));
  for (const row of recorded(sql, "signals", scope, ids))
    histories.get(row["root"] as string)?.signals.push(signalOf(row));
  return histories;
}
