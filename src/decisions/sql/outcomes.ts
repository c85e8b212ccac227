/** The store of outcomes and signals: records them, and lets the right outcome of a decision count. */

import {
  addToTally,
  authorKeyOf,
  type CountedOutcome,
  dueCondition,
  dueCountIn,
  removeFromTally,
  type Tally,
  tallyOf,
} from "../../calibration/index.ts";
import type { Act } from "../../shared/actor.ts";
import type { Page } from "../../shared/page.ts";
import { ALL_PROJECTS, type Scope } from "../../shared/scope.ts";
import type { Connection, Row, Sql } from "../../store/file/connection.ts";
import type { ACTION_EFFECTS } from "../../store/log/audit-actions.ts";
import { afterOthers, type ChangeType, defineChange, makeChange } from "../../store/log/change.ts";
import { personName } from "../../store/log/people.ts";
import type { Decision, Progress } from "../rules/decision.ts";
import {
  type History,
  type NewOutcome,
  type NewSignal,
  type Outcome,
  type OutcomeStatus,
  progressAfter,
  type RecordedOutcome,
  statedConfidence,
} from "../rules/outcome.ts";
import type { Signal } from "../rules/signal.ts";
import { DECISION_COLUMNS, type DecisionRow, decisionOf, readRequiredDecision } from "./decision-rows.ts";
import {
  type HistoryRow,
  type HistoryTable,
  insertHistory,
  type OutcomeRow,
  outcomeOf,
  outcomeRow,
  readHistory,
  type SignalRow,
  signalOf,
  signalRow,
  withNames,
} from "./history-rows.ts";
import { keptFor, mergedDecisions, WITH_DUPLICATES } from "./linked-decisions.ts";

/** Of several outcomes the last by time, then by id, counts in the tally; all are kept. @throws Fault `not_found`. */
export function addOutcome(
  memory: Connection,
  scope: Scope,
  ref: string,
  reported: NewOutcome,
  asked: Act,
): Promise<RecordedOutcome> {
  return memory.write((sql) => {
    const named = readRequiredDecision(sql, scope, ref);
    const kept = keptFor(sql, named.id);
    const act = afterOthers(sql, kept, asked);
    const decision = kept === named.id ? named : readRequiredDecision(sql, named.project, kept);
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
    keep(sql, decision, outcomeRecorded, { kind: "outcome", id: outcome.id }, outcomeRow(sql, outcome), act);
    const after = readRequiredDecision(sql, decision.project, decision.id);
    return {
      decision: after,
      outcome,
      duplicate: named.id === decision.id ? undefined : named.id,
      replaced: after.outcome?.id === decision.outcome?.id ? undefined : decision.outcome?.id,
      before,
      after: tallyOf(sql, decision.project, outcome.domain),
    };
  });
}

/** @throws Fault `not_found`. */
export function addSignal(
  memory: Connection,
  scope: Scope,
  ref: string,
  reported: NewSignal,
  act: Act,
): Promise<{ decision: Decision; signal: Signal; all: readonly Signal[]; tally: Tally }> {
  return memory.write((sql) => {
    const decision = readRequiredDecision(sql, scope, ref);
    return {
      decision,
      signal: addSignalIn(sql, decision, reported, act),
      all: allSignalsOf(sql, decision),
      tally: tallyOf(sql, decision.project, decision.domain),
    };
  });
}

/** By decision id. Every id has an entry, which is empty if the decision does not exist or is out of scope. */
export function historiesOf(
  memory: Connection,
  scope: Scope,
  decisionIds: readonly string[],
): Promise<ReadonlyMap<string, History>> {
  return memory.read((sql): ReadonlyMap<string, History> => {
    const histories = new Map(
      decisionIds.map((id) => [id, { outcomes: [] as Outcome[], signals: [] as Signal[] }]),
    );
    const ids = [...histories.keys()];
    for (const row of withNames(sql, recorded<OutcomeRow>(sql, "outcomes", scope, ids)))
      histories.get(row.root)?.outcomes.push(outcomeOf(row));
    for (const row of recorded<SignalRow>(sql, "signals", scope, ids))
      histories.get(row.root)?.signals.push(signalOf(row));
    return histories;
  });
}

/** Active decisions without an outcome that were due by `by`, longest overdue first. */
export function dueDecisions(
  memory: Connection,
  scope: Scope,
  by: Date,
  limit: number,
  domain?: string,
): Promise<Page<Decision>> {
  return memory.read((sql) => {
    const { where, values } = dueCondition(scope, by, domain);
    const rows = sql.all<DecisionRow>(
      `SELECT ${DECISION_COLUMNS} FROM memories m WHERE ${where} ORDER BY m.due_at, m.id LIMIT ?`,
      ...values,
      limit,
    );
    return { items: rows.map(decisionOf), total: dueCountIn(sql, scope, by, domain) };
  });
}

/** Call it in the transaction of the write. */
export function addSignalIn(sql: Sql, decision: Decision, reported: NewSignal, act: Act): Signal {
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
  recorded<SignalRow>(sql, "signals", project, [id]).map(signalOf);

function recorded<T extends Row>(
  sql: Sql,
  table: "outcomes" | "signals",
  scope: Scope,
  decisionIds: readonly string[],
): (T & { root: string })[] {
  return sql.all(
    // CROSS JOIN and + make SQLite use the index by decision: a project has far more rows than a few decisions.
    `WITH RECURSIVE ${WITH_DUPLICATES}
     SELECT r.*, own.root, ${personName("r")} FROM own CROSS JOIN ${table} r ON r.decision_id = own.id
     WHERE ?2 = '${ALL_PROJECTS}' OR +r.project = ?2 ORDER BY r.at, r.id`,
    JSON.stringify(decisionIds),
    scope,
  );
}

/** The row itself says what was recorded, and the pointer in which project, if the decision was moved since. */
export type PointerToHistory = { readonly row: string; readonly project?: string | undefined };

const wholeHistory = (sql: Sql, table: HistoryTable, { row, project }: PointerToHistory) =>
  readHistory(sql, table, row, project);

export const outcomeRecorded = defineChange<"outcome.recorded", HistoryRow>({
  action: "outcome.recorded",
  version: 1,
  apply(sql, [row]) {
    if (!row) return;
    insertHistory(sql, "outcomes", row);
    const { counting } = settleOutcome(sql, row.decision_id);
    if (counting !== undefined) markDecision(sql, row, counting === row.id);
  },
  whole: (sql, stored) => wholeHistory(sql, "outcomes", stored as PointerToHistory),
});

/** An outcome that does not count, because a later one is known, says nothing about the progress. */
function markDecision(sql: Sql, { decision_id, status, at }: HistoryRow, counts: boolean): void {
  const row = sql.one<{ progress: Progress }>("SELECT progress FROM memories WHERE id = ?", decision_id);
  const progress = row.progress;
  sql.run(
    "UPDATE memories SET progress = ?, updated_at = max(updated_at, ?) WHERE id = ?",
    counts ? progressAfter({ progress }, status as OutcomeStatus) : progress,
    at as number,
    decision_id,
  );
}

export const signalRecorded = defineChange<"signal.recorded", HistoryRow>({
  action: "signal.recorded",
  version: 1,
  apply(sql, [row]) {
    if (row) insertHistory(sql, "signals", row);
  },
  whole: (sql, stored) => wholeHistory(sql, "signals", stored as PointerToHistory),
});

const AUTHOR = `(SELECT ${authorKeyOf("m")} FROM memories m WHERE m.id = o.decision_id) AS decided_by`;

/**
 * Lets one outcome of a decision count: the last by time, then by id, whichever arrived last. So the same outcomes give
 * the same calibration on every computer, however they came there. A withdrawn outcome never counts. A decision and its
 * duplicates count as one: an outcome of its own goes before one of a duplicate. Call it in the transaction that adds or
 * removes an outcome or a merge. Returns the id of the outcome that counts now, and of one that stopped counting.
 */
export function settleOutcome(
  sql: Sql,
  decisionId: string,
): { readonly counting?: string | undefined; readonly replaced?: string | undefined } {
  const { kept, duplicates } = mergedDecisions(sql, decisionId);
  const rows = candidates(sql, kept, duplicates);
  const now = currentOutcome(rows, kept);
  const id = now?.id;
  const stopped = rows.filter((row) => row.counts === 1 && row !== now);
  for (const row of stopped) removeFromTally(sql, countedOutcomeOf(row));
  if (now && now.counts !== 1) addToTally(sql, countedOutcomeOf(now));
  letCount(sql, kept, id, now);
  for (const duplicate of duplicates) letCount(sql, duplicate, id, undefined);
  return { counting: id, replaced: stopped[0]?.id };
}

const lastOf = (decisions: string): string => `(SELECT id FROM outcomes WHERE decision_id IN (${decisions})
  AND withdrawn IS NULL ORDER BY at DESC, id DESC LIMIT 1)`;

/** Those that count, and the last ones of the kept decision and of its duplicates; in order. */
const candidates = (sql: Sql, kept: string, duplicates: readonly string[]) =>
  sql.all<CurrentOutcomeRow>(
    `SELECT *, ${AUTHOR} FROM outcomes o WHERE decision_id IN (SELECT ?1 UNION SELECT value FROM json_each(?2))
       AND (counts = 1 OR id IN (${lastOf("?1")}, ${lastOf("SELECT value FROM json_each(?2)")})) ORDER BY at, id`,
    kept,
    JSON.stringify(duplicates),
  );

type CurrentOutcomeRow = CountedOutcomeRow &
  NotedRow & { withdrawn: string | null; decision_id: string; counts: number };

function currentOutcome(rows: readonly CurrentOutcomeRow[], kept: string): CurrentOutcomeRow | undefined {
  const standing = rows.filter((row) => row.withdrawn === null);
  return standing.findLast((row) => row.decision_id === kept) ?? standing.at(-1);
}

/** Marks whether the outcomes of a decision count, and notes with the decision the one that counts for it. */
function letCount(
  sql: Sql,
  decisionId: string,
  counting: string | undefined,
  own: NotedRow | undefined,
): void {
  sql.run(
    "UPDATE outcomes SET counts = (id IS ?1) WHERE decision_id = ?2 AND counts <> (id IS ?1)",
    counting ?? null,
    decisionId,
  );
  sql.run(
    `UPDATE memories SET outcome = ?1, outcome_score = ?2, outcome_id = ?3, outcome_at = ?4
     WHERE id = ?5 AND (${DIFFERS})`,
    ...noted(own),
    decisionId,
  );
}

const DIFFERS =
  "outcome IS NOT ?1 OR outcome_score IS NOT ?2 OR outcome_id IS NOT ?3 OR outcome_at IS NOT ?4";

type NotedRow = { status: OutcomeStatus; score: number; id: string; at: number };

const noted = (outcome: NotedRow | undefined) =>
  [outcome?.status ?? null, outcome?.score ?? null, outcome?.id ?? null, outcome?.at ?? null] as const;

/** Lets the right outcome of a decision count, whatever is marked. The tallies have to be rebuilt after it. */
export function mendOutcome(sql: Sql, decisionId: string): boolean {
  const { kept, duplicates } = mergedDecisions(sql, decisionId);
  const now = currentOutcome(candidates(sql, kept, duplicates), kept);
  const counting = now?.id;
  const own = kept === decisionId ? now : undefined;
  const wrong = sql.get(
    `SELECT 1 FROM outcomes WHERE decision_id = ?5 AND counts <> (id IS ?6)
     UNION ALL SELECT 1 FROM memories WHERE id = ?5 AND (${DIFFERS})`,
    ...noted(own),
    decisionId,
    counting ?? null,
  );
  if (wrong) letCount(sql, decisionId, counting, own);
  return wrong !== undefined;
}

/** Takes the outcome of a decision out of the sums. Call it before the decision is removed. */
export function stopCounting(sql: Sql, decisionId: string): void {
  const row = sql.get<CountedOutcomeRow & { id: string }>(
    `SELECT *, ${AUTHOR} FROM outcomes o WHERE decision_id = ? AND counts = 1`,
    decisionId,
  );
  if (!row) return;
  removeFromTally(sql, countedOutcomeOf(row));
  sql.run("UPDATE outcomes SET counts = 0 WHERE id = ?", row.id);
}

type CountedOutcomeRow = {
  project: string;
  domain: string;
  decided_by: string;
  at: number;
  score: number;
  stated_confidence: number | null;
};

function countedOutcomeOf(row: CountedOutcomeRow): CountedOutcome {
  return {
    project: row.project,
    domain: row.domain,
    author: row.decided_by,
    at: row.at,
    score: row.score,
    confidence: row.stated_confidence,
  };
}
