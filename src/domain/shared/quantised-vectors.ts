const INT8_ONE = 127;

/** Vectors of texts that the build computes, so that only the question has to be embedded. */
export interface QuantisedVectors {
  /** The model that made them. Vectors of another model cannot be compared with these. */
  readonly model: string;
  readonly dimensions: number;
  /** One row for each text; 127 stands for 1. */
  readonly rows: Int8Array;
}

export function quantised(vector: Float32Array): Int8Array {
  return Int8Array.from(vector, (value) => Math.round(value * INT8_ONE));
}

/** The cosine of the vector to each row. */
export function cosinesOf(
  vector: Float32Array,
  { rows, dimensions }: Omit<QuantisedVectors, "model">,
): Float32Array {
  const cosines = new Float32Array(rows.length / dimensions);
  for (let row = 0, at = 0; row < cosines.length; row++) {
    let sum = 0;
    for (let i = 0; i < dimensions; i++, at++) sum += (vector[i] ?? 0) * (rows[at] ?? 0);
    cosines[row] = sum / INT8_ONE;
  }
  return cosines;
}
