import { inOrder, type Json } from "../../shared/canonical-json.ts";
import type { Sql } from "./connection.ts";
import type { SqlValue } from "./driver.ts";

/** The columns of a memory as it is said. Its current outcome is derived from the outcomes. */
const COLUMNS = [
  "id",
  "type",
  "project",
  "content",
  "topic",
  "topic_stated",
  "domain",
  "standing",
  "progress",
  "confidence",
  "confidence_stated",
  "due_at",
  "author_kind",
  "author",
  "person",
  "session",
  "context_hash",
  "created_at",
  "updated_at",
] as const;

type Body = { readonly [key: string]: Json | undefined };

/** The row of a decision, checkpoint or insight, with its aliases and its parsed body. */
export type MemoryRow = { readonly [C in (typeof COLUMNS)[number]]: string | number | null } & {
  readonly id: string;
  readonly project: string;
  readonly aliases: readonly string[];
  readonly body: Body;
};

const NAMES = COLUMNS.join(", ");
const MARKS = [...COLUMNS, "body"].map(() => "?").join(", ");

/** Returns the row number. */
export function insertMemory(sql: Sql, memory: MemoryRow): number {
  const row = sql.one<{ seq: number }>(
    `INSERT INTO memories (${NAMES}, body) VALUES (${MARKS}) RETURNING seq`,
    ...COLUMNS.map((column): SqlValue => memory[column]),
    JSON.stringify(memory.body),
  );
  for (const alias of memory.aliases) {
    sql.run(
      "INSERT INTO aliases (alias, project, memory_id) VALUES (?, ?, ?)",
      alias,
      memory.project,
      memory.id,
    );
  }
  return row.seq;
}

/** A row that the log names instead of copying it, with what a move to another project changed in it since. */
export type PointerToMemory = { readonly row: string } & BeforeMoves;

/** What a row said before it was moved to another project; nothing if it never was. */
export type BeforeMoves = {
  readonly project?: string | undefined;
  readonly context_hash?: string | undefined;
};

/** The row as it was before it was moved to another project. */
export function readMemoryAtFirst(
  sql: Sql,
  { row: id, project, context_hash }: PointerToMemory,
): MemoryRow | undefined {
  const row = readMemory(sql, id);
  return (
    row && {
      ...row,
      ...(project !== undefined && { project }),
      ...(context_hash !== undefined && { context_hash }),
    }
  );
}

export function readMemory(sql: Sql, id: string): MemoryRow | undefined {
  const row = sql.get<{ body: string }>(`SELECT ${NAMES}, body FROM memories WHERE id = ?`, id);
  if (!row) return undefined;
  const aliases = sql.all<{ alias: string }>(
    "SELECT alias FROM aliases WHERE memory_id = ? ORDER BY alias",
    id,
  );
  return {
    ...(row as unknown as MemoryRow),
    aliases: aliases.map(({ alias }) => alias),
    body: JSON.parse(row.body) as Body,
  };
}

/** Fills in the columns that checkpoints and insights do not have. */
export const noteRow = (
  memory: Pick<
    MemoryRow,
    "id" | "type" | "project" | "content" | "topic" | "context_hash" | "created_at" | "aliases" | "body"
  > &
    Pick<MemoryRow, "author_kind" | "author" | "person">,
): MemoryRow => ({
  ...memory,
  topic_stated: 0,
  domain: null,
  standing: null,
  progress: null,
  confidence: null,
  confidence_stated: 0,
  due_at: null,
  session: null,
  updated_at: memory.created_at,
  aliases: [...memory.aliases].sort(inOrder),
});

export type BodyRow = { body: string };

/** The JSON body of a row, without its `schema_version`. */
export function rowBody<T extends object>(row: BodyRow): T {
  const { schema_version: _, ...body } = JSON.parse(row.body) as T & { schema_version: number };
  return body as unknown as T;
}
