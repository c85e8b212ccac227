import { type Insight, insightHash } from "../../../domain/continuity/insight.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import { authorColumns, authorOf } from "../log/people.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { insertMemory, type MemoryRow, noteRow } from "../shared/memory-row.ts";
import type { WordTexts } from "../shared/word-rows.ts";
import { addNote, insightTexts } from "./notes-text.ts";

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

export function insightRow(sql: Sql, insight: Insight): MemoryRow {
  const { content, topic, category, tags, source } = insight;
  const body: Body = { schema_version: SCHEMA_VERSION, category, tags, source, rest: insight.continued };
  return noteRow({
    id: insight.id,
    type: "insight",
    project: insight.project,
    content,
    topic: topic ?? null,
    ...authorColumns(sql, insight.author),
    context_hash: insightHash(insight),
    created_at: insight.createdAt.getTime(),
    aliases: insight.aliases,
    body: { ...body },
  });
}

/** Adds the row and its words. */
export function addInsightRow(sql: Sql, row: MemoryRow): void {
  addNote(sql, insertMemory(sql, row), textsOfInsight(row));
}

export function textsOfInsight(row: MemoryRow): WordTexts {
  const { category, tags, source } = row.body as unknown as Body;
  return insightTexts({
    content: row.content as Screened,
    topic: (row.topic as Screened | null) ?? undefined,
    category,
    tags,
    source,
  });
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
    author: authorOf(row),
    createdAt: new Date(row["created_at"] as number),
  };
}
