import { checkpointHash } from "../../../domain/continuity/checkpoint.ts";
import { memoryHash, type OtherMemory } from "../../../domain/moving/imported.ts";
import type { AuthorKind } from "../../../domain/shared/actor.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import { indexCheckpoint, indexInsight } from "../continuity/notes-text.ts";
import type { Row, Sql } from "../shared/connection.ts";

export const OTHER_COLUMNS = `m.seq, m.id, m.type, m.project, m.content, m.topic, m.author_kind, m.author, m.session, m.created_at,
  m.updated_at, m.body, (SELECT json_group_array(alias) FROM aliases WHERE memory_id = m.id) AS aliases`;

/** A checkpoint, an insight or a stored context. Notes can be found by their words. */
export function insertOther(sql: Sql, memory: OtherMemory): void {
  const row = sql.get(
    `INSERT INTO memories (id, type, project, content, topic, topic_stated, author_kind, author, session, context_hash,
       created_at, updated_at, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
    memory.id,
    memory.type,
    memory.project,
    memory.content,
    memory.topic ?? null,
    memory.topic === undefined ? 0 : 1,
    memory.author.kind,
    memory.author.name,
    memory.sessionId ?? null,
    hashOf(memory),
    memory.createdAt.getTime(),
    memory.updatedAt.getTime(),
    JSON.stringify(memory.body),
  ) as Row;
  for (const alias of memory.aliases) {
    sql.run(
      "INSERT INTO aliases (alias, project, memory_id) VALUES (?, ?, ?)",
      alias,
      memory.project,
      memory.id,
    );
  }
  const seq = row["seq"] as number;
  if (memory.type === "checkpoint") indexCheckpoint(sql, seq, checkpointIn(memory));
  if (memory.type === "insight") indexInsight(sql, seq, insightIn(memory));
}

/** A checkpoint is loaded by those who check what they load, so it carries the hash of a checkpoint. */
function hashOf(memory: OtherMemory): string {
  return memory.type === "checkpoint" ? checkpointHash(checkpointIn(memory)) : memoryHash(memory);
}

const checkpointIn = ({ project, content, author, body }: OtherMemory) => ({
  project,
  author,
  summary: content,
  openFiles: body["open_files"] as Screened[],
  nextSteps: body["next_steps"] as Screened,
  head: body["head"] as string | undefined,
});

const insightIn = ({ content, topic, body }: OtherMemory) => ({
  content,
  topic,
  category: body["category"] as Screened | undefined,
  tags: (body["tags"] ?? []) as Screened[],
  source: body["source"] as Screened | undefined,
});

export function otherOf(row: Row): OtherMemory {
  return {
    id: row["id"] as string,
    aliases: JSON.parse(row["aliases"] as string) as string[],
    type: row["type"] as OtherMemory["type"],
    project: row["project"] as string,
    content: row["content"] as Screened,
    topic: (row["topic"] as Screened | null) ?? undefined,
    author: { kind: row["author_kind"] as AuthorKind, name: row["author"] as Screened },
    sessionId: (row["session"] as Screened | null) ?? undefined,
    createdAt: new Date(row["created_at"] as number),
    updatedAt: new Date(row["updated_at"] as number),
    body: JSON.parse(row["body"] as string) as OtherMemory["body"],
  };
}
