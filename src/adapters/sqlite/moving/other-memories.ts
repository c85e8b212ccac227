import type { MemoryType, OtherMemory } from "../../../domain/recall/memory.ts";
import { checkpointAsStored, insertCheckpoint } from "../continuity/checkpoint-rows.ts";
import { contextOf, writeContext } from "../continuity/contexts.ts";
import { insertInsight, insightOf } from "../continuity/insight-rows.ts";
import type { Row, Sql } from "../shared/connection.ts";

export const OTHER_COLUMNS = `m.id, m.type, m.project, m.content, m.topic, m.author_kind, m.author, m.created_at, m.body,
  (SELECT json_group_array(alias) FROM aliases WHERE memory_id = m.id) AS aliases`;

/** A checkpoint, an insight or a stored context. Notes can be found by their words. */
export function insertOther(sql: Sql, memory: OtherMemory): void {
  switch (memory.type) {
    case "checkpoint":
      insertCheckpoint(sql, memory.checkpoint);
      break;
    case "insight":
      insertInsight(sql, memory.insight);
      break;
    case "context":
      writeContext(sql, memory.context);
  }
}

export function otherOf(row: Row): OtherMemory {
  const type = row["type"] as Exclude<MemoryType, "decision">;
  switch (type) {
    case "checkpoint":
      return { type, checkpoint: checkpointAsStored(row) };
    case "insight":
      return { type, insight: insightOf(row) };
    case "context":
      return { type, context: contextOf(row) };
  }
}

/** What tells a memory from others. */
export function identityOf(memory: OtherMemory): {
  readonly id: string;
  readonly project: string;
  readonly aliases: readonly string[];
} {
  switch (memory.type) {
    case "checkpoint":
      return memory.checkpoint;
    case "insight":
      return memory.insight;
    case "context":
      return { ...memory.context, aliases: [] };
  }
}
