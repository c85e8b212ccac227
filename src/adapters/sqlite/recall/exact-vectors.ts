import type { Sql } from "../shared/connection.ts";
import { dot, floatsOf } from "./vector-code.ts";

/** A small memory lies in here whole, 6 MB of the model that is shipped; of a large one, what was compared last. */
const MOST = 4_096;

export interface Near {
  /** The row of the memory. */
  readonly memory: number;
  readonly cosine: number;
}

/** The vectors of one model as they were made. Those compared before are kept, because reading costs most of it. */
export function exactVectors(model: string) {
  const kept = new Map<number, Float32Array>();

  const keep = (memory: number, vector: Float32Array): void => {
    if (kept.size >= MOST) kept.delete(kept.keys().next().value as number);
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
    /** Those without a vector are left out. */
    cosines(sql: Sql, vector: Float32Array, memories: readonly number[]): Near[] {
      read(
        sql,
        memories.filter((memory) => !kept.has(memory)),
      );
      return memories.flatMap((memory) => {
        const exact = kept.get(memory);
        return exact ? [{ memory, cosine: dot(vector, exact) }] : [];
      });
    },
    /** It was embedded anew, or is gone. */
    forget: (memory: number): void => void kept.delete(memory),
  };
}
