import type { Sql } from "../shared/connection.ts";
import { dot, floatsOf } from "./vector-code.ts";

/** 6 MB with the shipped model. Enough for all of a small memory; of a large one the vectors read last are kept. */
const MAX_KEPT = 4_096;

export interface VectorHit {
  /** The row number (`seq`) of the memory. */
  readonly memory: number;
  readonly cosine: number;
}

/** The full vectors of one model. They are cached, because reading them takes most of the time. */
export function exactVectors(model: string) {
  const kept = new Map<number, Float32Array>();

  const keep = (memory: number, vector: Float32Array): void => {
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value as number);
    kept.set(memory, vector);
  };

  const read = (sql: Sql, memories: readonly number[]): void => {
    if (memories.length === 0) return;
    const rows = sql.all(
      "SELECT memory, vector FROM vectors WHERE memory IN (SELECT value FROM json_each(?)) AND model = ?",
      JSON.stringify(memories),
      model,
    );
    for (const row of rows) keep(row["memory"] as number, floatsOf(row["vector"] as Uint8Array));
  };

  return {
    /** Memories without a vector are left out. */
    cosines(sql: Sql, vector: Float32Array, memories: readonly number[]): VectorHit[] {
      read(
        sql,
        memories.filter((memory) => !kept.has(memory)),
      );
      return memories.flatMap((memory) => {
        const exact = kept.get(memory);
        return exact ? [{ memory, cosine: dot(vector, exact) }] : [];
      });
    },
    /** For a memory that was embedded again or erased. */
    forget: (memory: number): void => void kept.delete(memory),
  };
}
