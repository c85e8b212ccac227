import { addPassages, type Passage, textPassages } from "../../decisions/index.ts";
import type { Act } from "../../shared/actor.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Screened } from "../../shared/text.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import {
  insertMemory,
  type MemoryRow,
  noteRow,
  type PointerToMemory,
  readMemoryAtFirst,
} from "../../store/file/memory-row.ts";
import { addWords, type WordTexts } from "../../store/file/word-rows.ts";
import type { WrittenAction } from "../../store/log/audit-actions.ts";
import { defineChange, emptyParts, makeChange } from "../../store/log/change.ts";
import { type AuthorRow, authorColumns, authorOf, personName } from "../../store/log/people.ts";
import {
  type Checkpoint,
  checkpointHash,
  checkpointNotFound,
  damagedCheckpoint,
} from "../rules/checkpoint.ts";
import { type Insight, insightHash, insightNotFound } from "../rules/insight.ts";
import { type MemoryChanges, RESTART_RETENTION_MS, type RestartAttempt } from "../rules/restart.ts";
import { memoryChanges } from "./memory-changes.ts";

const RESTART = "restart";

/** Everything except `eraseCheckpoint`, which also changes what other subjects store of its words. */

export function addCheckpoint(memory: Connection, checkpoint: Checkpoint, act: Act): Promise<void> {
  return memory.write((sql) => {
    const part = {
      about: [checkpoint.id],
      args: checkpointRow(sql, checkpoint),
      stored: { row: checkpoint.id },
    };
    makeChange(sql, act, checkpointSaved, checkpointSubject(checkpoint), [part]);
  });
}

/** @throws Fault `unavailable` if the latest one is damaged. */
export function latestCheckpoint(memory: Connection, scope: Scope): Promise<Checkpoint | undefined> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope));
    const row = sql.get<CheckpointRow>(
      `SELECT ${CHECKPOINT_COLUMNS} FROM memories m WHERE m.type = 'checkpoint' AND ${inScope.sql}
           ORDER BY m.created_at DESC, m.id DESC LIMIT 1`,
      ...inScope.values,
    );
    return row && checkpointOf(row);
  });
}

export function countCheckpoints(memory: Connection, scope: Scope): Promise<number> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope));
    const row = sql.get<{ n: number }>(
      `SELECT count(*) AS n FROM memories m WHERE m.type = 'checkpoint' AND ${inScope.sql}`,
      ...inScope.values,
    );
    return (row as { n: number }).n;
  });
}

/** What happened in the project after a checkpoint, newest first, with a limit per kind. */
export function memoryChangesSince(
  memory: Connection,
  checkpoint: Checkpoint,
  limit: number,
): Promise<MemoryChanges> {
  return memory.read((sql) => memoryChanges(sql, checkpoint, limit));
}

export function restartsSince(
  memory: Connection,
  scope: Scope,
  since: Date,
): Promise<readonly RestartAttempt[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope));
    const rows = sql.all<{ body: string; at: number; project: string }>(
      `SELECT m.at, m.project, m.body FROM observations m WHERE m.kind = ? AND m.at >= ? AND ${inScope.sql} ORDER BY m.at, m.seq`,
      RESTART,
      since.getTime(),
      ...inScope.values,
    );
    return rows.map((row) => ({
      ...(JSON.parse(row.body) as Pick<RestartAttempt, "mode" | "failure" | "ms">),
      at: new Date(row.at),
      project: row.project,
    }));
  });
}

/** Call it in the transaction of the observations. Deletes attempts that were kept long enough. */
export function recordRestarts(sql: Sql, attempts: readonly RestartAttempt[]): void {
  for (const { at, project, mode, failure, ms } of attempts) {
    sql.run(
      "INSERT INTO observations (at, project, kind, body) VALUES (?, ?, ?, ?)",
      at.getTime(),
      project,
      RESTART,
      JSON.stringify({ mode, failure, ms }),
    );
  }
  const latest = attempts.at(-1);
  if (!latest) return;
  const keptSince = latest.at.getTime() - RESTART_RETENTION_MS;
  sql.run("DELETE FROM observations WHERE kind = ? AND at < ?", RESTART, keptSince);
}

const checkpointSubject = ({ id, project }: Pick<Checkpoint, "id" | "project">) =>
  ({ kind: "checkpoint", id, project }) as const;

/** Uses only the columns, so that a damaged checkpoint can be erased too. */
export function requireCheckpoint(sql: Sql, scope: Scope, ref: string): { id: string; project: string } {
  const inScope = allOf(ofScope(scope));
  const row = sql.get<{ id: string; project: string }>(
    `SELECT m.id, m.project FROM memories m
     WHERE m.type = 'checkpoint' AND (m.id = ?1 OR m.id IN (SELECT memory_id FROM aliases WHERE alias = ?1))
       AND ${inScope.sql} LIMIT 1`,
    ref,
    ...inScope.values,
  );
  if (!row) throw checkpointNotFound(ref, scope);
  return { id: row.id, project: row.project };
}

/** Call it within an erasure. */
export function removeCheckpoint(sql: Sql, scope: Scope, ref: string, act: Act): void {
  const erased = requireCheckpoint(sql, scope, ref);
  emptyParts(sql, [erased.id]);
  makeChange(sql, act, checkpointErased, checkpointSubject(erased), [{ about: [], args: {} }]);
}

const CHECKPOINT_SCHEMA = 1;

/** The JSON body of a checkpoint row. */
type CheckpointBody = {
  readonly schema_version: typeof CHECKPOINT_SCHEMA;
  readonly open_files: readonly string[];
  readonly next_steps: string;
  readonly head?: string | undefined;
  /** Only for imported checkpoints. */
  readonly recent_conversation?: readonly string[] | undefined;
  readonly status?: string | undefined;
};

/** The columns `checkpointOf` reads; `aliases` is a JSON array. */
const CHECKPOINT_COLUMNS = `m.id, m.project, m.content, m.author_kind, m.author, m.person, ${personName("m")},
  m.context_hash, m.created_at, m.body,
  (SELECT json_group_array(alias) FROM aliases WHERE memory_id = m.id) AS aliases`;

export function checkpointRow(sql: Sql, checkpoint: Checkpoint): MemoryRow {
  const body: CheckpointBody = {
    schema_version: CHECKPOINT_SCHEMA,
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
export function checkpointOf(row: CheckpointRow): Checkpoint {
  const checkpoint = readCheckpoint(row);
  if (checkpoint && checkpointHash(checkpoint) === row.context_hash) return checkpoint;
  throw damagedCheckpoint(row.id);
}

/** The hash that version 0.1.0 computed of the content of the row; undefined if it cannot be parsed. */
export function firstHashOfCheckpoint(row: CheckpointRow): string | undefined {
  const checkpoint = readCheckpoint(row);
  return checkpoint && checkpointHash(checkpoint, 1);
}

/** The current hash; undefined if the row cannot be parsed. */
export function hashOfCheckpoint(row: CheckpointRow): string | undefined {
  const checkpoint = readCheckpoint(row);
  return checkpoint && checkpointHash(checkpoint);
}

/** Does not check the hash, so that an export contains everything that can still be read. */
export function checkpointAsStored(row: CheckpointRow): Checkpoint {
  return (
    readCheckpoint(row) ??
    buildCheckpoint(row, { schema_version: CHECKPOINT_SCHEMA, open_files: [], next_steps: "" })
  );
}

function readCheckpoint(row: CheckpointRow): Checkpoint | undefined {
  const body: unknown = JSON.parse(row.body);
  return isCheckpointBody(body) ? buildCheckpoint(row, body) : undefined;
}

/** Without the validator, because a hook reads the latest checkpoint and has no time to load one. */
function isCheckpointBody(value: unknown): value is CheckpointBody {
  if (typeof value !== "object" || value === null) return false;
  const body = value as Partial<Record<keyof CheckpointBody, unknown>>;
  return (
    body.schema_version === CHECKPOINT_SCHEMA &&
    isTexts(body.open_files) &&
    typeof body.next_steps === "string" &&
    (body.recent_conversation === undefined || isTexts(body.recent_conversation)) &&
    [body.head, body.status].every((text) => text === undefined || typeof text === "string")
  );
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

export type CheckpointRow = AuthorRow & {
  id: string;
  context_hash: string;
  body: string;
  aliases: string;
  project: string;
  content: Screened;
  created_at: number;
};

function buildCheckpoint(row: CheckpointRow, body: CheckpointBody): Checkpoint {
  const { recent_conversation: recentConversation, status } = body;
  return {
    id: row.id,
    aliases: JSON.parse(row.aliases) as string[],
    project: row.project,
    summary: row.content,
    openFiles: body.open_files as Screened[],
    nextSteps: body.next_steps as Screened,
    head: body.head,
    author: authorOf(row),
    createdAt: new Date(row.created_at),
    sourceFacts:
      recentConversation === undefined && status === undefined
        ? undefined
        : {
            recentConversation: recentConversation as Screened[] | undefined,
            status: status as Screened | undefined,
          },
  };
}

/** Everything except `eraseInsight`, which also changes what other subjects store of its words. */

export function addInsight(memory: Connection, insight: Insight, act: Act): Promise<void> {
  return memory.write((sql) => {
    const part = { about: [insight.id], args: insightRow(sql, insight), stored: { row: insight.id } };
    makeChange(sql, act, insightSaved, insightSubject(insight), [part]);
  });
}

const insightSubject = ({ id, project }: { id: string; project: string }) =>
  ({ kind: "insight", id, project }) as const;

export function requireInsight(sql: Sql, scope: Scope, id: string): { id: string; project: string } {
  const inScope = allOf(ofScope(scope, "project"));
  const row = sql.get<{ project: string }>(
    `SELECT project FROM memories WHERE id = ? AND type = 'insight' AND ${inScope.sql}`,
    id,
    ...inScope.values,
  );
  if (!row) throw insightNotFound(id, scope);
  return { id, project: row.project };
}

/** Call it within an erasure. */
export function removeInsight(sql: Sql, scope: Scope, id: string, act: Act): void {
  const erased = requireInsight(sql, scope, id);
  emptyParts(sql, [id]);
  makeChange(sql, act, insightErased, insightSubject(erased), [{ about: [], args: {} }]);
}

const INSIGHT_SCHEMA = 1;

/** The JSON body of an insight row. */
interface InsightBody {
  readonly schema_version: number;
  readonly category?: Screened | undefined;
  readonly tags: readonly Screened[];
  readonly source?: Screened | undefined;
  /** Only for imported insights. */
  readonly rest?: readonly Screened[] | undefined;
}

export function insightRow(sql: Sql, insight: Insight): MemoryRow {
  const { content, topic, category, tags, source } = insight;
  const body: InsightBody = {
    schema_version: INSIGHT_SCHEMA,
    category,
    tags,
    source,
    rest: insight.continued,
  };
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
  const { category, tags, source } = row.body as unknown as InsightBody;
  return insightTexts({
    content: row.content as Screened,
    topic: (row.topic as Screened | null) ?? undefined,
    category,
    tags,
    source,
  });
}

export type InsightRow = AuthorRow & {
  body: string;
  id: string;
  aliases: string;
  project: string;
  content: Screened;
  topic: Screened | null;
  created_at: number;
};

export function insightOf(row: InsightRow): Insight {
  const { category, tags, source, rest } = JSON.parse(row.body) as InsightBody;
  return {
    id: row.id,
    aliases: JSON.parse(row.aliases) as string[],
    project: row.project,
    content: row.content,
    continued: rest,
    topic: row.topic ?? undefined,
    category,
    tags,
    source,
    author: authorOf(row),
    createdAt: new Date(row.created_at),
  };
}

/** Checkpoints and insights never change, so the log points at their rows. */
const saved = <A extends WrittenAction>(action: A, add: (sql: Sql, row: MemoryRow) => void) =>
  defineChange<A, MemoryRow>({
    action,
    version: 1,
    apply(sql, [row]) {
      if (row) add(sql, row);
    },
    whole: (sql, stored) => readMemoryAtFirst(sql, stored as PointerToMemory),
  });
export const checkpointSaved = saved("checkpoint.saved", addCheckpointRow);
export const insightSaved = saved("insight.saved", addInsightRow);

const erased = <A extends WrittenAction>(action: A) =>
  defineChange<A, Record<string, never>>({
    action,
    version: 1,
    apply(sql, _, { subject }) {
      sql.run("DELETE FROM memories WHERE id = ?", subject);
      rewriteNotes(sql);
    },
  });
export const checkpointErased = erased("checkpoint.erased");
export const insightErased = erased("insight.erased");

const checkpointTexts = ({ summary, nextSteps }: Pick<Checkpoint, "summary" | "nextSteps">): WordTexts => ({
  title: "",
  body: `${summary}\n${nextSteps}`,
});

const insightTexts = ({
  content,
  topic,
  category,
  tags,
  source,
}: Pick<Insight, "content" | "topic" | "category" | "tags" | "source">): WordTexts => ({
  title: [content, topic ?? ""].join("\n"),
  body: [category ?? "", ...tags, source ?? ""].join("\n"),
});

/** Adds the words of a note, and its text to what is embedded. */
function addNote(sql: Sql, memory: number, texts: WordTexts): void {
  addWords(sql, "notes_text", memory, texts);
  addPassages(sql, memory, notePassages(texts));
}

export const notePassages = ({ title, body }: WordTexts): Passage[] => textPassages(`${title}\n${body}`);

/**
 * Must run after a note was deleted. A deleted word can remain in the index as the key of a page, so the whole index is
 * written again.
 */
export function rewriteNotes(sql: Sql): void {
  sql.run("INSERT INTO notes_text (notes_text) VALUES ('rebuild')");
}
