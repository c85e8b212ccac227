import type { MemoryType, OtherMemory } from "../../../domain/recall/memory.ts";
import { checkpointAsStored } from "../continuity/checkpoint-rows.ts";
import { contextOf } from "../continuity/contexts.ts";
import { insightOf } from "../continuity/insight-rows.ts";
import { personName } from "../log/people.ts";
import type { Row } from "../shared/connection.ts";

export const OTHER_COLUMNS = `m.id, m.type, m.project, m.content, m.topic, m.author_kind, m.author, m.person, ${personName("m")},
  m.created_at, m.body,
  (SELECT json_group_array(alias) FROM aliases WHERE memory_id = m.id) AS aliases`;

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
