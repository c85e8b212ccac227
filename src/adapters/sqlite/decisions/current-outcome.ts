import { addToTally, type CountedOutcome, removeFromTally } from "../calibration/tally-changes.ts";
import type { Row, Sql } from "../shared/connection.ts";

/**
 * Lets the last outcome of a decision count: the last by time, then by id, whichever arrived last. So the same outcomes
 * give the same calibration on every computer, however they came there. Call it in the transaction that adds or removes
 * an outcome. Returns the id of the outcome that counts now, and of the one that stopped counting.
 */
export function settleOutcome(
  sql: Sql,
  decisionId: string,
): { readonly counting?: string | undefined; readonly replaced?: string | undefined } {
  const rows = sql.all(
    `SELECT * FROM outcomes WHERE decision_id = ?1 AND (counts = 1
       OR id = (SELECT id FROM outcomes WHERE decision_id = ?1 ORDER BY at DESC, id DESC LIMIT 1))
     ORDER BY at, id`,
    decisionId,
  );
  const last = rows.at(-1);
  const id = last?.["id"] as string | undefined;
  if (!last || last["counts"] === 1) return { counting: id };
  const before = rows.find((row) => row["counts"] === 1);
  if (before) removeFromTally(sql, countedOutcomeOf(before));
  addToTally(sql, countedOutcomeOf(last));
  sql.run(
    "UPDATE outcomes SET counts = (id = ?1) WHERE decision_id = ?2 AND counts <> (id = ?1)",
    id as string,
    decisionId,
  );
  sql.run(
    "UPDATE memories SET outcome = ?, outcome_score = ?, outcome_id = ?, outcome_at = ? WHERE id = ?",
    last["status"] as string,
    last["score"] as number,
    id as string,
    last["at"] as number,
    decisionId,
  );
  return { counting: id, replaced: before?.["id"] as string | undefined };
}

/** Takes the outcome of a decision out of the sums. Call it before the decision is removed. */
export function stopCounting(sql: Sql, decisionId: string): void {
  const row = sql.get("SELECT * FROM outcomes WHERE decision_id = ? AND counts = 1", decisionId);
  if (!row) return;
  removeFromTally(sql, countedOutcomeOf(row));
  sql.run("UPDATE outcomes SET counts = 0 WHERE id = ?", row["id"] as string);
}

function countedOutcomeOf(row: Row): CountedOutcome {
  return {
    project: row["project"] as string,
    domain: row["domain"] as string,
    at: row["at"] as number,
    score: row["score"] as number,
    confidence: row["stated_confidence"] as number | null,
  };
}
