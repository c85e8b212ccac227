import { authorKeyOf } from "../calibration/author-key.ts";
import { addToTally, type CountedOutcome, removeFromTally } from "../calibration/tally-changes.ts";
import type { Row, Sql } from "../shared/connection.ts";

const AUTHOR = `(SELECT ${authorKeyOf("m")} FROM memories m WHERE m.id = o.decision_id) AS decided_by`;

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
    `SELECT *, ${AUTHOR} FROM outcomes o WHERE decision_id = ?1 AND (counts = 1
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
  letCount(sql, decisionId, last);
  return { counting: id, replaced: before?.["id"] as string | undefined };
}

/** Marks the outcome that counts, and notes it with the decision. */
function letCount(sql: Sql, decisionId: string, last: Row | undefined): void {
  const id = (last?.["id"] ?? null) as string | null;
  sql.run(
    "UPDATE outcomes SET counts = (id = ?1) WHERE decision_id = ?2 AND counts <> (id = ?1)",
    id,
    decisionId,
  );
  sql.run(
    "UPDATE memories SET outcome = ?, outcome_score = ?, outcome_id = ?, outcome_at = ? WHERE id = ?",
    (last?.["status"] ?? null) as string | null,
    (last?.["score"] ?? null) as number | null,
    id,
    (last?.["at"] ?? null) as number | null,
    decisionId,
  );
}

/** Lets the last outcome of a decision count, whatever is marked. The tallies have to be made again after it. */
export function mendOutcome(sql: Sql, decisionId: string): boolean {
  const last = sql.get(
    "SELECT id, status, score, at FROM outcomes WHERE decision_id = ? ORDER BY at DESC, id DESC LIMIT 1",
    decisionId,
  );
  const id = (last?.["id"] ?? null) as string | null;
  const wrong = sql.get(
    `SELECT 1 FROM outcomes WHERE decision_id = ?1 AND counts <> (id = ?2)
     UNION ALL SELECT 1 FROM memories WHERE id = ?1 AND (outcome IS NOT ?3 OR outcome_score IS NOT ?4
       OR outcome_id IS NOT ?2 OR outcome_at IS NOT ?5)`,
    decisionId,
    id,
    (last?.["status"] ?? null) as string | null,
    (last?.["score"] ?? null) as number | null,
    (last?.["at"] ?? null) as number | null,
  );
  if (wrong) letCount(sql, decisionId, last);
  return wrong !== undefined;
}

/** Takes the outcome of a decision out of the sums. Call it before the decision is removed. */
export function stopCounting(sql: Sql, decisionId: string): void {
  const row = sql.get(`SELECT *, ${AUTHOR} FROM outcomes o WHERE decision_id = ? AND counts = 1`, decisionId);
  if (!row) return;
  removeFromTally(sql, countedOutcomeOf(row));
  sql.run("UPDATE outcomes SET counts = 0 WHERE id = ?", row["id"] as string);
}

function countedOutcomeOf(row: Row): CountedOutcome {
  return {
    project: row["project"] as string,
    domain: row["domain"] as string,
    author: row["decided_by"] as string,
    at: row["at"] as number,
    score: row["score"] as number,
    confidence: row["stated_confidence"] as number | null,
  };
}
