import type { MemoryType, OtherMemory } from "../../../domain/recall/memory.ts";
import { checkpointAsStored, insertCheckpoint } from "../continuity/checkpoint-rows.ts";
import { contextOf, writeContext } from "../continuity/contexts.ts";
import { insertInsight, insightOf } from "../continuity/insight-rows.ts";
import type { Row, Sql } from "../shared/connection.ts";

export const OTHER_COLUMNS = `m.id, m.type, m.project, m.content, m.topic, m.author_kind, m.author, m.created_at, m.body,
  (SELECT json_group_array(alias) FROM aliases WHERE memory_id = m.id) AS aliases`;

/** Inserts a checkpoint, an insight or a context. Checkpoints and insights are added to the word index. */
export function insertOtherMemory(sql: Sql, memory: OtherMemory): void {
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

export function otherMemoryOf(row: Row): OtherMemory {
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

/** The fields that identify a memory. */
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
