import { textsOfCheckpoint } from "../continuity/checkpoint-rows.ts";
import { textsOfInsight } from "../continuity/insight-rows.ts";
import { mendDecisionWords } from "../decisions/index-decision.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { readMemory } from "../shared/memory-row.ts";
import { mendWords } from "../shared/word-rows.ts";

/**
 * Makes the words of a memory what they should be, and returns whether they were not. Undefined for a memory that is not
 * searched by words.
 */
export function mendMemoryWords(sql: Sql, { seq, id, type }: Row): boolean | undefined {
  if (type === "context") return undefined;
  const row = readMemory(sql, id as string);
  if (!row) return undefined;
  if (type === "decision") return mendDecisionWords(sql, seq as number, row);
  const texts = type === "checkpoint" ? textsOfCheckpoint(row) : textsOfInsight(row);
  return mendWords(sql, "notes_text", seq as number, texts);
}
