import { embeddingText } from "../../../domain/decisions/decision-texts.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { type MemoryRow, readMemory } from "../shared/memory-row.ts";
import { passagesOfDecision } from "./decision-passages.ts";
import { mendDecisionWords } from "./index-decision.ts";
import { mendPassages } from "./passage-rows.ts";
import {
  insertRevision,
  keepFirstWords,
  type RevisionRow,
  revisionAtEnd,
  rowInWords,
} from "./revision-rows.ts";
import { decisionOfMemory } from "./rows.ts";

/**
 * Adds a revision, and lets the row of the decision say what the newest one says, with all that is computed from its
 * words. Returns whether the text that is embedded changed; undefined if the decision is gone.
 */
export function addRevision(sql: Sql, revision: RevisionRow): boolean | undefined {
  const before = readMemory(sql, revision.decision_id);
  if (!before) return undefined;
  keepFirstWords(sql, before);
  insertRevision(sql, revision);
  const newest = revisionAtEnd(sql, before.id, "newest") as RevisionRow;
  const after = rowInWords(before, newest);
  sql.run(
    `UPDATE memories SET content = ?, topic = ?, topic_stated = ?, domain = ?, context_hash = ?, body = ? WHERE id = ?`,
    after.content,
    after.topic,
    after.topic_stated,
    after.domain,
    after.context_hash,
    JSON.stringify(after.body),
    after.id,
  );
  return indexAgain(sql, before, after);
}

function indexAgain(sql: Sql, before: MemoryRow, after: MemoryRow): boolean {
  const { seq } = sql.get("SELECT seq FROM memories WHERE id = ?", after.id) as Row & { seq: number };
  const decision = decisionOfMemory(after);
  sql.run("DELETE FROM topic_names WHERE memory = ?", seq);
  mendDecisionWords(sql, seq, after);
  mendPassages(sql, seq, passagesOfDecision(sql, after));
  if (embeddingText(decisionOfMemory(before)) === embeddingText(decision)) return false;
  // Until it is embedded again, it is found by its words, as a new decision is.
  for (const table of ["vectors", "vector_codes"]) sql.run(`DELETE FROM ${table} WHERE memory = ?`, seq);
  sql.run(
    `INSERT INTO embedding_queue (memory) VALUES (?)
     ON CONFLICT DO UPDATE SET leased_until = 0, claimed_by = NULL`,
    seq,
  );
  return true;
}
