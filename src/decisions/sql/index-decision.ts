/** The words and passages by which a decision is found. */

import { topicKey } from "../../shared/names.ts";
import type { Sql } from "../../store/file/connection.ts";
import type { MemoryRow } from "../../store/file/memory-row.ts";
import { addAbbreviations, addWords, mendAbbreviations, mendWords } from "../../store/file/word-rows.ts";
import type { Decision } from "../rules/decision.ts";
import { searchTexts } from "../rules/decision-fields.ts";
import {
  decisionPassages,
  isEmbedded,
  type Passage,
  type PassageKind,
  type PassageRef,
  passageKey,
} from "../rules/passages.ts";
import { decisionOfMemory } from "./decision-rows.ts";

/**
 * Call it in the transaction that adds the decision. The words are searchable at once; the embedding is queued in the
 * same transaction, so a save never waits for it and none is lost.
 */
export function indexDecision(sql: Sql, seq: number, decision: Decision): void {
  sql.run("INSERT INTO embedding_queue (memory) VALUES (?)", seq);
  addWords(sql, "memories_text", seq, searchTexts(decision));
  addPassages(sql, seq, decisionPassages(decision));
  nameTopic(sql, seq, decision);
  addAbbreviations(sql, seq, decision.project, searchTexts(decision));
}

/** Makes the words of a decision and the abbreviations in it again. Returns whether they were not what they should be. */
export function mendDecisionWords(sql: Sql, seq: number, row: MemoryRow): boolean {
  const decision = decisionOfMemory(row);
  nameTopic(sql, seq, decision);
  const texts = searchTexts(decision);
  const mended = mendAbbreviations(sql, seq, row.project, texts);
  return mendWords(sql, "memories_text", seq, texts) || mended;
}

/** The words of a decision and of its passages. The passages go before the decision, which would take them along. */
export function removeDecisionWords(sql: Sql, id: string): void {
  const ofDecision = "(SELECT seq FROM memories WHERE id = ?)";
  sql.run(`DELETE FROM memories_text WHERE rowid = ${ofDecision}`, id);
  sql.run(`DELETE FROM passages WHERE memory = ${ofDecision}`, id);
}

/**
 * Must run after words were removed. A deleted word may remain as a key in an index page, so the indexes are rebuilt.
 */
export function rewriteDecisionWords(sql: Sql): void {
  for (const table of ["memories_text", "passages_text"])
    sql.run(`INSERT INTO ${table} (${table}) VALUES ('rebuild')`);
}

/** Lets a stated topic be found by its name in any spelling. */
function nameTopic(sql: Sql, seq: number, { topic, topicStated }: Decision): void {
  if (!topicStated) return;
  sql.run("INSERT INTO topic_names (key, memory) VALUES (?, ?) ON CONFLICT DO NOTHING", topicKey(topic), seq);
}

/** A passage and the memory that it belongs to. */
export interface PassageOwner extends PassageRef {
  readonly number: number;
  readonly memory: number;
}

/** The words of a checkpoint or an insight are in their own index. */
const hasWords = (kind: PassageKind): boolean => kind !== "text";

/** Adds the passages that are not there yet, and queues what they are to be embedded with. */
export function addPassages(sql: Sql, memory: number, passages: readonly Passage[]): void {
  let waits = false;
  for (const passage of passages) {
    const { kind, text } = passage;
    const embedded = isEmbedded(passage);
    const row = sql.get<{ seq: number }>(
      `INSERT INTO passages (memory, kind, key, embedded) VALUES (?, ?, ?, ?)
       ON CONFLICT DO NOTHING RETURNING seq`,
      memory,
      kind,
      passageKey(passage),
      embedded ? 1 : 0,
    );
    if (!row) continue;
    waits ||= embedded;
    if (hasWords(kind)) addWords(sql, "passages_text", row.seq, { title: "", body: text });
  }
  if (waits) sql.run("INSERT INTO embedding_queue (memory) VALUES (?) ON CONFLICT DO NOTHING", memory);
}

/** Lets a memory have these passages and no others. Returns the numbers of those that stay. */
export function keepPassages(
  sql: Sql,
  memory: number,
  passages: readonly Passage[],
): ReadonlyMap<number, Passage> {
  const expected = new Map(
    passages.map((passage) => [nameOf({ ...passage, key: passageKey(passage) }), passage]),
  );
  const kept = new Map<number, Passage>();
  for (const row of sql.all<{ seq: number }>(
    "SELECT seq, kind, key FROM passages WHERE memory = ?",
    memory,
  )) {
    const passage = expected.get(nameOf(row as unknown as PassageRef));
    if (passage) kept.set(row.seq, passage);
    else sql.run("DELETE FROM passages WHERE seq = ?", row.seq);
  }
  addPassages(sql, memory, passages);
  return kept;
}

/** Makes the passages of a memory and their words what they should be. Returns whether they were not. */
export function mendPassages(sql: Sql, memory: number, passages: readonly Passage[]): boolean {
  const expected = new Set(passages.map((passage) => nameOf({ ...passage, key: passageKey(passage) })));
  const before = sql.value<number>("SELECT count(*) AS n FROM passages WHERE memory = ?", memory);
  const kept = keepPassages(sql, memory, passages);
  let mended = before !== expected.size || kept.size !== expected.size;
  for (const [seq, { kind, text }] of kept)
    if (hasWords(kind) && mendWords(sql, "passages_text", seq, { title: "", body: text })) mended = true;
  return mended;
}

const nameOf = ({ kind, key }: PassageRef): string => `${kind} ${key}`;

/** The passages with these numbers, and what they belong to. */
export function passagesNumbered(sql: Sql, numbers: readonly number[]): ReadonlyMap<number, PassageOwner> {
  if (numbers.length === 0) return new Map();
  const rows = sql.all<{ seq: number; memory: number; kind: PassageKind; key: string }>(
    "SELECT seq, memory, kind, key FROM passages WHERE seq IN (SELECT value FROM json_each(?))",
    JSON.stringify(numbers),
  );
  return new Map(
    rows.map((row) => [
      row.seq,
      {
        number: row.seq,
        memory: row.memory,
        kind: row.kind,
        key: row.key,
      },
    ]),
  );
}
