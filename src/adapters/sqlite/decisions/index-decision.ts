import type { Decision } from "../../../domain/decisions/decision.ts";
import { searchTexts } from "../../../domain/decisions/decision-texts.ts";
import { indexText } from "../../../domain/shared/search-text.ts";
import type { Sql } from "../shared/connection.ts";

/**
 * Makes a decision findable, in the transaction that adds it: by its words at once, and by its meaning when somebody has
 * embedded it. A save never waits for an embedding, and none is forgotten.
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
