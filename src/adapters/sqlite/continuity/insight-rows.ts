import { type Insight, insightHash } from "../../../domain/continuity/insight.ts";
import type { AuthorKind } from "../../../domain/shared/actor.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { indexInsight } from "./notes-text.ts";

const SCHEMA_VERSION = 1;

/** The JSON body of an insight row. */
interface Body {
  readonly schema_version: number;
  readonly category?: Screened | undefined;
  readonly tags: readonly Screened[];
  readonly source?: Screened | undefined;
  /** Only for imported insights. */
  readonly rest?: readonly Screened[] | undefined;
}

export function insertInsight(sql: Sql, insight: Insight): void {
  const { content, topic, category, tags, source } = insight;
  const body: Body = { schema_version: SCHEMA_VERSION, category, tags, source, rest: insight.continued };
  const row = sql.get(
    `INSERT INTO memories (id, type, project, content, topic, author_kind, author, context_hash, created_at, updated_at, body)
     VALUES (?1, 'insight', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9) RETURNING seq`,
    insight.id,
    insight.project,
    content,
    topic ?? null,
    insight.author.kind,
    insight.author.name,
    insightHash(insight),
    insight.createdAt.getTime(),
    JSON.stringify(body),
  ) as Row;
  indexInsight(sql, row["seq"] as number, insight);
  for (const alias of insight.aliases) {
    sql.run(
      "INSERT INTO aliases (alias, project, memory_id) VALUES (?, ?, ?)",
      alias,
      insight.project,
      insight.id,
    );
  }
}

export function insightOf(row: Row): Insight {
  const { category, tags, source, rest } = JSON.parse(row["body"] as string) as Body;
  return {
    id: row["id"] as string,
    aliases: JSON.parse(row["aliases"] as string) as string[],
    project: row["project"] as string,
    content: row["content"] as Screened,
    continued: rest,
    topic: (row["topic"] as Screened | null) ?? undefined,
    category,
    tags,
    source,
    author: { kind: row["author_kind"] as AuthorKind, name: row["author"] as Screened },
    createdAt: new Date(row["created_at"] as number),
  };
}
