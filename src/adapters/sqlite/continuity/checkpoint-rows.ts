import { type Checkpoint, checkpointHash, damagedCheckpoint } from "../../../domain/continuity/checkpoint.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import { authorColumns, authorOf, personName } from "../log/people.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { insertMemory, type MemoryRow, noteRow } from "../shared/memory-row.ts";
import type { WordTexts } from "../shared/word-rows.ts";
import { addNote, checkpointTexts } from "./notes-text.ts";

const SCHEMA_VERSION = 1;

/** The JSON body of a checkpoint row. */
type Body = {
  readonly schema_version: typeof SCHEMA_VERSION;
  readonly open_files: readonly string[];
  readonly next_steps: string;
  readonly head?: string | undefined;
  /** Only for imported checkpoints. */
  readonly recent_conversation?: readonly string[] | undefined;
  readonly status?: string | undefined;
};

/** The columns `checkpointOf` reads; `aliases` is a JSON array. */
export const CHECKPOINT_COLUMNS = `m.id, m.project, m.content, m.author_kind, m.author, m.person, ${personName("m")},
  m.context_hash, m.created_at, m.body,
  (SELECT json_group_array(alias) FROM aliases WHERE memory_id = m.id) AS aliases`;

export function checkpointRow(sql: Sql, checkpoint: Checkpoint): MemoryRow {
  const body: Body = {
    schema_version: SCHEMA_VERSION,
    open_files: [...checkpoint.openFiles],
    next_steps: checkpoint.nextSteps,
    head: checkpoint.head,
    recent_conversation: checkpoint.sourceFacts?.recentConversation && [
      ...checkpoint.sourceFacts.recentConversation,
    ],
    status: checkpoint.sourceFacts?.status,
  };
  return noteRow({
    id: checkpoint.id,
    type: "checkpoint",
    project: checkpoint.project,
    content: checkpoint.summary,
    topic: null,
    ...authorColumns(sql, checkpoint.author),
    context_hash: checkpointHash(checkpoint),
    created_at: checkpoint.createdAt.getTime(),
    aliases: checkpoint.aliases,
    body,
  });
}

/** Adds the row and its words. */
export function addCheckpointRow(sql: Sql, row: MemoryRow): void {
  addNote(sql, insertMemory(sql, row), textsOfCheckpoint(row));
}

export function textsOfCheckpoint(row: MemoryRow): WordTexts {
  const nextSteps = row.body["next_steps"];
  return checkpointTexts({
    summary: row.content as Screened,
    nextSteps: (typeof nextSteps === "string" ? nextSteps : "") as Screened,
  });
}

/** @throws Fault if the row is damaged: an incomplete checkpoint could be mistaken for a complete one. */
export function checkpointOf(row: Row): Checkpoint {
  const checkpoint = readCheckpoint(row);
  if (checkpoint && checkpointHash(checkpoint) === row["context_hash"]) return checkpoint;
  throw damagedCheckpoint(row["id"] as string);
}

/** The hash that version 0.1.0 computed of the content of the row; undefined if it cannot be parsed. */
export function firstHashOfCheckpoint(row: Row): string | undefined {
  const checkpoint = readCheckpoint(row);
  return checkpoint && checkpointHash(checkpoint, 1);
}

/** The current hash; undefined if the row cannot be parsed. */
export function hashOfCheckpoint(row: Row): string | undefined {
  const checkpoint = readCheckpoint(row);
  return checkpoint && checkpointHash(checkpoint);
}

/** Does not check the hash, so that an export contains everything that can still be read. */
export function checkpointAsStored(row: Row): Checkpoint {
  return (
    readCheckpoint(row) ??
    buildCheckpoint(row, { schema_version: SCHEMA_VERSION, open_files: [], next_steps: "" })
  );
}

function readCheckpoint(row: Row): Checkpoint | undefined {
  const body: unknown = JSON.parse(row["body"] as string);
  return isBody(body) ? buildCheckpoint(row, body) : undefined;
}

/** Without the validator, because a hook reads the latest checkpoint and has no time to load one. */
function isBody(value: unknown): value is Body {
  if (typeof value !== "object" || value === null) return false;
  const body = value as Partial<Record<keyof Body, unknown>>;
  return (
    body.schema_version === SCHEMA_VERSION &&
    isTexts(body.open_files) &&
    typeof body.next_steps === "string" &&
    (body.recent_conversation === undefined || isTexts(body.recent_conversation)) &&
    [body.head, body.status].every((text) => text === undefined || typeof text === "string")
  );
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

function buildCheckpoint(row: Row, body: Body): Checkpoint {
  const { recent_conversation: recentConversation, status } = body;
  return {
    id: row["id"] as string,
    aliases: JSON.parse(row["aliases"] as string) as string[],
    project: row["project"] as string,
    summary: row["content"] as Screened,
    openFiles: body.open_files as Screened[],
    nextSteps: body.next_steps as Screened,
    head: body.head,
    author: authorOf(row),
    createdAt: new Date(row["created_at"] as number),
    sourceFacts:
      recentConversation === undefined && status === undefined
        ? undefined
        : {
            recentConversation: recentConversation as Screened[] | undefined,
            status: status as Screened | undefined,
          },
  };
}
