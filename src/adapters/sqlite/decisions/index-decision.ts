import type { Decision } from "../../../domain/decisions/decision.ts";
import { searchTexts } from "../../../domain/decisions/decision-texts.ts";
import { indexText } from "../../../domain/shared/search-text.ts";
import type { Sql } from "../shared/connection.ts";

/**
 * Call it in the transaction that adds the decision. The words are searchable at once; the embedding is queued in the
 * same transaction, so a save never waits for it and none is lost.
 */
export function indexDecision(sql: Sql, seq: number, decision: Decision): void {
  sql.run("INSERT INTO embedding_queue (memory) VALUES (?)", seq);
  const { title, body } = searchTexts(decision);
  sql.run(
    "INSERT INTO memories_text (rowid, title, body) VALUES (?, ?, ?)",
    seq,
    indexText(title),
    indexText(body),
  );
}
