import type { Decision } from "../../../domain/decisions/decision.ts";
import { searchTexts } from "../../../domain/decisions/decision-texts.ts";
import { addAbbreviations, mendAbbreviations } from "../shared/abbreviation-rows.ts";
import type { Sql } from "../shared/connection.ts";
import type { MemoryRow } from "../shared/memory-row.ts";
import { addWords, mendWords } from "../shared/word-rows.ts";
import { decisionOfMemory } from "./rows.ts";

/**
 * Call it in the transaction that adds the decision. The words are searchable at once; the embedding is queued in the
 * same transaction, so a save never waits for it and none is lost.
 */
export function indexDecision(sql: Sql, seq: number, decision: Decision): void {
  sql.run("INSERT INTO embedding_queue (memory) VALUES (?)", seq);
  addWords(sql, "memories_text", seq, searchTexts(decision));
  addAbbreviations(sql, seq, decision.project, searchTexts(decision));
}

/** Makes the words of a decision and the abbreviations in it again. Returns whether they were not what they should be. */
export function mendDecisionWords(sql: Sql, seq: number, row: MemoryRow): boolean {
  const texts = searchTexts(decisionOfMemory(row));
  const mended = mendAbbreviations(sql, seq, row.project, texts);
  return mendWords(sql, "memories_text", seq, texts) || mended;
}
