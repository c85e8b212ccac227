import { topicKey } from "../../../domain/shared/topic-key.ts";
import { addPassages } from "../decisions/passage-rows.ts";
import { passages } from "../schema/passages.ts";
import type { Sql } from "../shared/connection.ts";
import { passagesOfMemory } from "./memory-passages.ts";

/** Brings a file of an earlier version to passages. In a new file there is nothing to bring. */
export function indexPassages(sql: Sql): void {
  sql.script(passages);
  const memories = sql.all("SELECT seq, id, type, topic, topic_stated FROM memories WHERE type <> 'context'");
  for (const { seq, id, type, topic, topic_stated } of memories) {
    addPassages(sql, seq as number, passagesOfMemory(sql, id as string));
    if (type !== "decision" || topic_stated !== 1) continue;
    sql.run(
      "INSERT INTO topic_names (key, memory) VALUES (?, ?) ON CONFLICT DO NOTHING",
      topicKey(topic as string),
      seq as number,
    );
  }
}
