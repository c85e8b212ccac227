import {
  isEmbedded,
  type Passage,
  type PassageKind,
  type PassageRef,
  passageKey,
} from "../../../domain/decisions/passages.ts";
import type { Sql } from "../shared/connection.ts";
import { addWords, mendWords } from "../shared/word-rows.ts";

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
    const row = sql.get(
      `INSERT INTO passages (memory, kind, key, embedded) VALUES (?, ?, ?, ?)
       ON CONFLICT DO NOTHING RETURNING seq`,
      memory,
      kind,
      passageKey(passage),
      embedded ? 1 : 0,
    );
    if (!row) continue;
    waits ||= embedded;
    if (hasWords(kind)) addWords(sql, "passages_text", row["seq"] as number, { title: "", body: text });
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
  for (const row of sql.all("SELECT seq, kind, key FROM passages WHERE memory = ?", memory)) {
    const passage = expected.get(nameOf(row as unknown as PassageRef));
    if (passage) kept.set(row["seq"] as number, passage);
    else sql.run("DELETE FROM passages WHERE seq = ?", row["seq"] as number);
  }
  addPassages(sql, memory, passages);
  return kept;
}

/** Makes the passages of a memory and their words what they should be. Returns whether they were not. */
export function mendPassages(sql: Sql, memory: number, passages: readonly Passage[]): boolean {
  const expected = new Set(passages.map((passage) => nameOf({ ...passage, key: passageKey(passage) })));
  const before = sql.get("SELECT count(*) AS n FROM passages WHERE memory = ?", memory)?.["n"];
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
  const rows = sql.all(
    "SELECT seq, memory, kind, key FROM passages WHERE seq IN (SELECT value FROM json_each(?))",
    JSON.stringify(numbers),
  );
  return new Map(
    rows.map((row) => [
      row["seq"] as number,
      {
        number: row["seq"] as number,
        memory: row["memory"] as number,
        kind: row["kind"] as PassageKind,
        key: row["key"] as string,
      },
    ]),
  );
}
