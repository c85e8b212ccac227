import type { Sql } from "../shared/connection.ts";
import { dots, floatsOf } from "./vector-code.ts";

/** 6 MB with the shipped model. Enough for all of a small memory; of a large one the vectors read last are kept. */
const MAX_KEPT = 4_096;

/** Where vectors and their codes are stored, and by which number. */
export interface VectorTables {
  readonly vectors: "vectors" | "passage_vectors";
  readonly codes: "vector_codes" | "passage_codes";
  /** The column with the number of what was embedded. */
  readonly item: "memory" | "passage";
  /** A condition on the codes, if only some belong to the index. */
  readonly where?: string;
}
export const DECISION_VECTORS: VectorTables = { vectors: "vectors", codes: "vector_codes", item: "memory" };
const PASSAGES = { vectors: "passage_vectors", codes: "passage_codes", item: "passage" } as const;
export const DECISION_PASSAGES: VectorTables = { ...PASSAGES, where: "of_note = 0" };
export const NOTE_PASSAGES: VectorTables = { ...PASSAGES, where: "of_note = 1" };

export interface VectorHit {
  /** The number of the memory or passage. */
  readonly item: number;
  readonly cosine: number;
}

/** The full vectors of one model. They are cached, because reading them takes most of the time. */
export function exactVectors(model: string, { vectors, item }: VectorTables, mostKept = MAX_KEPT) {
  const kept = new Map<number, Float32Array>();

  const keep = (number: number, vector: Float32Array): void => {
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value as number);
    kept.set(number, vector);
  };

  const read = (sql: Sql, numbers: readonly number[]): ReadonlyMap<number, Float32Array> => {
    if (numbers.length === 0) return new Map();
    const rows = sql.all(
      `SELECT ${item} AS item, vector FROM ${vectors} WHERE ${item} IN (SELECT value FROM json_each(?)) AND model = ?`,
      JSON.stringify(numbers),
      model,
    );
    return new Map(rows.map((row) => [row["item"] as number, floatsOf(row["vector"] as Uint8Array)]));
  };

  return {
    /** What has no vector is left out. */
    cosines(sql: Sql, vector: Float32Array, numbers: readonly number[]): VectorHit[] {
      const fresh = read(
        sql,
        numbers.filter((number) => !kept.has(number)),
      );
      const items: number[] = [];
      const exact: Float32Array[] = [];
      for (const number of numbers) {
        const known = kept.get(number) ?? fresh.get(number);
        if (!known) continue;
        items.push(number);
        exact.push(known);
      }
      // Only now, because keeping these may forget some of those that were needed.
      for (const [number, one] of fresh) keep(number, one);
      const cosines = dots(vector, exact);
      return items.map((item, i) => ({ item, cosine: cosines[i] as number }));
    },
    /** For what was embedded again or erased. */
    forget: (number: number): void => void kept.delete(number),
  };
}
