import type { Passage } from "../../../domain/decisions/passages.ts";
import { textsOfCheckpoint } from "../continuity/checkpoint-rows.ts";
import { textsOfInsight } from "../continuity/insight-rows.ts";
import { notePassages } from "../continuity/notes-text.ts";
import { passagesOfDecision } from "../decisions/decision-passages.ts";
import type { Sql } from "../shared/connection.ts";
import { readMemory } from "../shared/memory-row.ts";

/**
 * All passages that a memory should have, from what is stored of it. A damaged memory has none, and keeps nobody from
 * opening or rebuilding the file; the damage is reported when it is read.
 */
export function passagesOfMemory(sql: Sql, id: string): Passage[] {
  try {
    return storedPassages(sql, id);
  } catch {
    return [];
  }
}

function storedPassages(sql: Sql, id: string): Passage[] {
  const row = readMemory(sql, id);
  if (!row) return [];
  switch (row.type) {
    case "decision":
      return passagesOfDecision(sql, row);
    case "checkpoint":
      return notePassages(textsOfCheckpoint(row));
    case "insight":
      return notePassages(textsOfInsight(row));
    default:
      return [];
  }
}
