import type { Progress } from "../../../domain/decisions/decision.ts";
import { type OutcomeStatus, progressAfter } from "../../../domain/decisions/outcome.ts";
import { defineChange } from "../log/change.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { settleOutcome } from "./current-outcome.ts";
import { type HistoryRow, type HistoryTable, insertHistory, readHistory } from "./history-rows.ts";

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
  const row = sql.get("SELECT progress FROM memories WHERE id = ?", decision_id) as Row;
  const progress = row["progress"] as Progress;
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
