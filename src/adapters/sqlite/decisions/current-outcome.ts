import { authorKeyOf } from "../calibration/author-key.ts";
import { addToTally, type CountedOutcome, removeFromTally } from "../calibration/tally-changes.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { mergedDecisions } from "./merged-decisions.ts";

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
  const id = now?.["id"] as string | undefined;
  const stopped = rows.filter((row) => row["counts"] === 1 && row !== now);
  for (const row of stopped) removeFromTally(sql, countedOutcomeOf(row));
  if (now && now["counts"] !== 1) addToTally(sql, countedOutcomeOf(now));
  letCount(sql, kept, id, now);
  for (const duplicate of duplicates) letCount(sql, duplicate, id, undefined);
  return { counting: id, replaced: stopped[0]?.["id"] as string | undefined };
}

const lastOf = (decisions: string): string => `(SELECT id FROM outcomes WHERE decision_id IN (${decisions})
  AND withdrawn IS NULL ORDER BY at DESC, id DESC LIMIT 1)`;

/** Those that count, and the last ones of the kept decision and of its duplicates; in order. */
const candidates = (sql: Sql, kept: string, duplicates: readonly string[]): Row[] =>
  sql.all(
    `SELECT *, ${AUTHOR} FROM outcomes o WHERE decision_id IN (SELECT ?1 UNION SELECT value FROM json_each(?2))
       AND (counts = 1 OR id IN (${lastOf("?1")}, ${lastOf("SELECT value FROM json_each(?2)")})) ORDER BY at, id`,
    kept,
    JSON.stringify(duplicates),
  );

function currentOutcome(rows: readonly Row[], kept: string): Row | undefined {
  const standing = rows.filter((row) => row["withdrawn"] === null);
  return standing.findLast((row) => row["decision_id"] === kept) ?? standing.at(-1);
}

/** Marks whether the outcomes of a decision count, and notes with the decision the one that counts for it. */
function letCount(sql: Sql, decisionId: string, counting: string | undefined, own: Row | undefined): void {
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

const noted = (outcome: Row | undefined) =>
  [
    (outcome?.["status"] ?? null) as string | null,
    (outcome?.["score"] ?? null) as number | null,
    (outcome?.["id"] ?? null) as string | null,
    (outcome?.["at"] ?? null) as number | null,
  ] as const;

/** Lets the right outcome of a decision count, whatever is marked. The tallies have to be made again after it. */
export function mendOutcome(sql: Sql, decisionId: string): boolean {
  const { kept, duplicates } = mergedDecisions(sql, decisionId);
  const now = currentOutcome(candidates(sql, kept, duplicates), kept);
  const counting = now?.["id"] as string | undefined;
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
