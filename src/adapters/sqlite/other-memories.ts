import type { AuthorKind } from "../../domain/actor.ts";
import { checkpointHash } from "../../domain/checkpoint.ts";
import { memoryHash, type OtherMemory } from "../../domain/imported.ts";
import { indexText } from "../../domain/search-text.ts";
import type { Screened } from "../../domain/text.ts";
import type { Row, Sql } from "./connection.ts";

export const OTHER_COLUMNS = `m.seq, m.id, m.type, m.project, m.content, m.topic, m.author_kind, m.author, m.session, m.created_at,
  m.updated_at, m.body, (SELECT json_group_array(alias) FROM aliases WHERE memory_id = m.id) AS aliases`;

/** A checkpoint, an insight or a stored context. Insights can be found by their words. */
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
  if (memory.type !== "insight") return;
  sql.run(
    "INSERT INTO memories_text (rowid, title, body) VALUES (?, ?, ?)",
    row["seq"] as number,
    indexText(memory.topic ?? ""),
    indexText(memory.content),
  );
}

/** A checkpoint is loaded by those who check what they load, so it carries the hash of a checkpoint. */
function hashOf(memory: OtherMemory): string {
  const { type, project, content, author, body } = memory;
  if (type !== "checkpoint") return memoryHash(memory);
  return checkpointHash({
    project,
    summary: content,
    openFiles: body["open_files"] as Screened[],
    nextSteps: body["next_steps"] as Screened,
    head: body["head"] as string | undefined,
    author,
  });
}

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
