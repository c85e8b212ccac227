import type { Decision } from "../../../domain/decisions/decision.ts";
import { searchTexts } from "../../../domain/decisions/decision-texts.ts";
import { decisionPassages } from "../../../domain/decisions/passages.ts";
import { topicKey } from "../../../domain/shared/topic-key.ts";
import { addAbbreviations, mendAbbreviations } from "../shared/abbreviation-rows.ts";
import type { Sql } from "../shared/connection.ts";
import type { MemoryRow } from "../shared/memory-row.ts";
import { addWords, mendWords } from "../shared/word-rows.ts";
import { addPassages } from "./passage-rows.ts";
import { decisionOfMemory } from "./rows.ts";

/**
 * Call it in the transaction that adds the decision. The words are searchable at once; the embedding is queued in the
 * same transaction, so a save never waits for it and none is lost.
 */
export function indexDecision(sql: Sql, seq: number, decision: Decision): void {
  sql.run("INSERT INTO embedding_queue (memory) VALUES (?)", seq);
  addWords(sql, "memories_text", seq, searchTexts(decision));
  addPassages(sql, seq, decisionPassages(decision));
  nameTopic(sql, seq, decision);
  addAbbreviations(sql, seq, decision.project, searchTexts(decision));
}

/** Makes the words of a decision and the abbreviations in it again. Returns whether they were not what they should be. */
export function mendDecisionWords(sql: Sql, seq: number, row: MemoryRow): boolean {
  const decision = decisionOfMemory(row);
  nameTopic(sql, seq, decision);
  const texts = searchTexts(decision);
  const mended = mendAbbreviations(sql, seq, row.project, texts);
  return mendWords(sql, "memories_text", seq, texts) || mended;
}

/** The words of a decision and of its passages. The passages go before the decision, which would take them along. */
export function removeDecisionWords(sql: Sql, id: string): void {
  const ofDecision = "(SELECT seq FROM memories WHERE id = ?)";
  sql.run(`DELETE FROM memories_text WHERE rowid = ${ofDecision}`, id);
  sql.run(`DELETE FROM passages WHERE memory = ${ofDecision}`, id);
}

/**
 * Must run after words were removed. A deleted word may remain as a key in an index page, so the indexes are made again.
 */
export function rewriteDecisionWords(sql: Sql): void {
  for (const table of ["memories_text", "passages_text"])
    sql.run(`INSERT INTO ${table} (${table}) VALUES ('rebuild')`);
}

/** Lets a stated topic be found by its name in any spelling. */
function nameTopic(sql: Sql, seq: number, { topic, topicStated }: Decision): void {
  if (!topicStated) return;
  sql.run("INSERT INTO topic_names (key, memory) VALUES (?, ?) ON CONFLICT DO NOTHING", topicKey(topic), seq);
}
