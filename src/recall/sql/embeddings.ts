/** The queue of texts that wait for a vector, and the vectors. */

import {
  DECISION_COLUMNS,
  type Decision,
  type DecisionRow,
  decisionOf,
  embeddingText,
  passageKey,
} from "../../decisions/index.ts";
import type { Scope } from "../../shared/scope.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Row, Sql } from "../../store/file/connection.ts";
import type { EmbeddedText, EmbeddingClaim, SearchedState, TextToEmbed } from "../rules/recall-store.ts";
import { passagesOfMemory } from "./memory-passages.ts";
import { bytesOf, codeOf, floatsOf } from "./vector-code.ts";

const ACTIVE_MODEL = "embedding_model";

export function activeModel(memory: Connection): Promise<string | undefined> {
  return memory.read(activeModelIn);
}

/** Makes this the active model, and queues what has no vector from it. */
export function activateModel(memory: Connection, model: string): Promise<void> {
  return memory.write((sql) => {
    if (activeModelIn(sql) === model) return;
    sql.run(
      "INSERT INTO facts (name, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2",
      ACTIVE_MODEL,
      model,
    );
    sql.run(
      `INSERT INTO embedding_queue (memory) SELECT m.seq FROM memories m WHERE ${lacksVector("?1")}
           ON CONFLICT DO NOTHING`,
      model,
    );
  });
}

/** The texts of so many memories, newest first. No other process gets them until the lease ends or they are given back. */
export async function claimUnembedded(
  memory: Connection,
  limit: number,
  { by, now, leaseMs }: EmbeddingClaim,
): Promise<readonly TextToEmbed[]> {
  if (memory.readOnlyBecause !== undefined) return [];
  return memory.writeSoon((sql) => {
    const rows = sql.all<QueuedRow>(
      `SELECT m.type, q.again, ${DECISION_COLUMNS} FROM embedding_queue q JOIN memories m ON m.seq = q.memory
           WHERE q.leased_until <= ? ORDER BY q.leased_until, q.memory DESC LIMIT ?`,
      now.getTime(),
      limit,
    );
    for (const row of rows) {
      sql.run(
        "UPDATE embedding_queue SET leased_until = ?, claimed_by = ? WHERE memory = ?",
        now.getTime() + leaseMs,
        by,
        row.seq,
      );
    }
    const model = activeModelIn(sql);
    return rows.flatMap((row) => textsToEmbed(sql, row, model));
  });
}

/** The processes that have claimed something, and neither embedded it nor lost the lease by now. */
export function embeddingClaimants(memory: Connection, now: Date): Promise<readonly string[]> {
  return memory.read((sql) =>
    sql.column<string>(
      "SELECT DISTINCT claimed_by FROM embedding_queue WHERE leased_until > ? AND claimed_by IS NOT NULL",
      now.getTime(),
    ),
  );
}

/** Gives back what these processes have claimed and not embedded. */
export function releaseClaims(memory: Connection, by: readonly string[]): Promise<void> {
  return memory.writeSoon((sql) =>
    sql.run(
      `UPDATE embedding_queue SET leased_until = 0, claimed_by = NULL
           WHERE claimed_by IN (SELECT value FROM json_each(?))`,
      JSON.stringify(by),
    ),
  );
}

/** The vectors of all texts of the memories that were claimed. Skips what no longer exists, or was edited since. */
export function saveVectors(
  memory: Connection,
  model: string,
  embedded: readonly EmbeddedText[],
): Promise<void> {
  return memory.writeSoon((sql) => {
    const memories = new Set<number>();
    for (const { id, passage, contextHash, vector } of embedded) {
      const row = sql.get<NumberedRow & { context_hash: string }>(
        "SELECT seq, project, type, context_hash FROM memories WHERE id = ?",
        id,
      );
      // It was erased while it was being embedded.
      if (!row) continue;
      const edited = contextHash !== undefined && contextHash !== row.context_hash;
      if (passage === undefined && !edited) saveVector(sql, model, row, vector);
      if (passage !== undefined) savePassageVector(sql, model, row, passage, vector);
      memories.add(row.seq);
    }
    for (const memory of memories) leaveQueue(sql, model, memory);
  });
}

/** The stored vector of a decision, by the active model. */
export function vectorOf(
  memory: Connection,
  scope: Scope,
  decisionId: string,
): Promise<{ readonly model: string; readonly vector: Float32Array } | undefined> {
  return memory.read((sql) => {
    const model = activeModelIn(sql);
    if (model === undefined) return undefined;
    const inScope = allOf(ofScope(scope, "+m.project"));
    const row = sql.get<{ vector: Uint8Array }>(
      `SELECT v.vector FROM memories m JOIN vectors v ON v.memory = m.seq WHERE m.id = ? AND v.model = ? AND ${inScope.sql}`,
      decisionId,
      model,
      ...inScope.values,
    );
    return row && { model, vector: floatsOf(row.vector) };
  });
}

/** The stored vectors of some decisions by the active model, by their ids. Those without one are missing. */
export function vectorsOf(
  memory: Connection,
  scope: Scope,
  decisionIds: readonly string[],
): Promise<ReadonlyMap<string, Float32Array>> {
  return memory.read((sql) => {
    const model = activeModelIn(sql);
    if (model === undefined) return new Map();
    const inScope = allOf(ofScope(scope, "+m.project"));
    const rows = sql.all<{ id: string; vector: Uint8Array }>(
      `SELECT m.id, v.vector FROM json_each(?) ids JOIN memories m ON m.id = ids.value
           JOIN vectors v ON v.memory = m.seq AND v.model = ? WHERE ${inScope.sql}`,
      JSON.stringify(decisionIds),
      model,
      ...inScope.values,
    );
    return new Map(rows.map((row) => [row.id, floatsOf(row.vector)]));
  });
}

/** In one read, because every search begins with it. */
export function searchedState(memory: Connection): Promise<SearchedState> {
  return memory.read((sql) => {
    const row = sql.one<{ position: number; model: string | null; pending: number }>(
      `SELECT (SELECT seq FROM audit_head) AS position, (SELECT value FROM facts WHERE name = ?) AS model,
             (SELECT count(*) FROM embedding_queue) AS pending`,
      ACTIVE_MODEL,
    );
    return {
      position: row.position,
      activeModel: row.model ?? undefined,
      pending: row.pending,
    };
  });
}

export function pendingEmbeddings(memory: Connection): Promise<number> {
  return memory.read((sql) => sql.one<{ n: number }>("SELECT count(*) AS n FROM embedding_queue").n);
}

export function activeModelIn(sql: Sql): string | undefined {
  return sql.value<string | undefined>("SELECT value FROM facts WHERE name = ?", ACTIVE_MODEL);
}

/** The condition that a memory `m` has a text without a vector of the model. */
export const lacksVector = (model: string): string =>
  `((m.type = 'decision' AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.memory = m.seq AND v.model = ${model}))
    OR EXISTS (SELECT 1 FROM passages p WHERE p.memory = m.seq AND p.embedded
      AND NOT EXISTS (SELECT 1 FROM passage_vectors v WHERE v.passage = p.seq AND v.model = ${model})))`;

type QueuedRow = DecisionRow & { seq: number; again: number; type: string };

/** The texts of a queued memory that have no vector yet, or all of them if they are to be embedded again. */
function textsToEmbed(sql: Sql, row: QueuedRow, model: string | undefined): TextToEmbed[] {
  const [memory, id] = [row.seq, row.id];
  const unlessDone = row.again === 1 ? undefined : (model ?? "");
  const hasVector =
    unlessDone !== undefined &&
    sql.get("SELECT 1 FROM vectors WHERE memory = ? AND model = ?", memory, unlessDone) !== undefined;
  const own = row.type !== "decision" || hasVector ? [] : [textOf(decisionOf(row))];
  const waiting = sql.all<{ seq: number; key: string }>(
    `SELECT p.seq, p.kind, p.key FROM passages p WHERE p.memory = ?1 AND p.embedded
       AND (?2 IS NULL OR NOT EXISTS (SELECT 1 FROM passage_vectors v WHERE v.passage = p.seq AND v.model = ?2))`,
    memory,
    unlessDone ?? null,
  );
  if (waiting.length === 0) return own;
  const texts = new Map(passagesOfMemory(sql, id).map((one) => [passageKey(one), one.text]));
  return [
    ...own,
    ...waiting.flatMap(({ seq, key }) => {
      const text = texts.get(key);
      return text === undefined ? [] : [{ id, passage: seq, text }];
    }),
  ];
}

const textOf = (decision: Decision): TextToEmbed => ({
  id: decision.id,
  text: embeddingText(decision),
  contextHash: decision.contextHash,
});

/** Unless something was added to the memory while it was being embedded: then that is next. */
function leaveQueue(sql: Sql, model: string, memory: number): void {
  sql.run(
    `DELETE FROM embedding_queue WHERE memory = ?2
       AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.seq = ?2 AND ${lacksVector("?1")})`,
    model,
    memory,
  );
  sql.run(
    "UPDATE embedding_queue SET leased_until = 0, claimed_by = NULL, again = 0 WHERE memory = ?",
    memory,
  );
}

/** A memory by its number. */
type NumberedRow = { seq: number };

/** The vector of a decision, given its row. */
function saveVector(sql: Sql, model: string, row: NumberedRow, vector: Float32Array): void {
  const item = row.seq;
  sql.run(
    "INSERT INTO vectors (memory, model, vector) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET vector = ?3",
    item,
    model,
    bytesOf(vector),
  );
  saveCode(sql, "vector_codes", { model, item, memory: row }, vector);
}

/** The vector of a passage, given the row of its memory. Does nothing if the passage is gone. */
function savePassageVector(
  sql: Sql,
  model: string,
  row: NumberedRow,
  passage: number,
  vector: Float32Array,
): void {
  if (!sql.get("SELECT 1 FROM passages WHERE seq = ? AND memory = ?", passage, row.seq)) return;
  sql.run(
    "INSERT INTO passage_vectors (passage, model, vector) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET vector = ?3",
    passage,
    model,
    bytesOf(vector),
  );
  saveCode(sql, "passage_codes", { model, item: passage, memory: row }, vector);
}

/** The text that a code belongs to. */
interface CodeOwner {
  readonly model: string;
  /** The number of the decision or passage. */
  readonly item: number;
  /** The row of the memory. */
  readonly memory: Row;
}

/** Deletes the old code and inserts another, because the vector index reads only new rows. */
export function saveCode(
  sql: Sql,
  table: "vector_codes" | "passage_codes",
  { model, item, memory }: CodeOwner,
  vector: Float32Array,
): void {
  const code = bytesOf(codeOf(vector));
  const project = memory["project"] as string;
  if (table === "vector_codes") {
    sql.run("DELETE FROM vector_codes WHERE memory = ? AND model = ?", item, model);
    sql.run(
      "INSERT INTO vector_codes (memory, model, project, code) VALUES (?, ?, ?, ?)",
      item,
      model,
      project,
      code,
    );
    return;
  }
  sql.run("DELETE FROM passage_codes WHERE passage = ? AND model = ?", item, model);
  sql.run(
    "INSERT INTO passage_codes (passage, model, project, of_note, code) VALUES (?, ?, ?, ?, ?)",
    item,
    model,
    project,
    memory["type"] === "decision" ? 0 : 1,
    code,
  );
}
