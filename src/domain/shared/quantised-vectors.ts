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
  const whole = dimensions - (dimensions % 4);
  for (let row = 0, at = 0; row < cosines.length; row++) {
    // Four sums take two thirds of the time, because an addition has to wait for the one before it.
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < whole; i += 4, at += 4) {
      a += (vector[i] ?? 0) * (rows[at] ?? 0);
      b += (vector[i + 1] ?? 0) * (rows[at + 1] ?? 0);
      c += (vector[i + 2] ?? 0) * (rows[at + 2] ?? 0);
      d += (vector[i + 3] ?? 0) * (rows[at + 3] ?? 0);
    }
    for (let i = whole; i < dimensions; i++, at++) a += (vector[i] ?? 0) * (rows[at] ?? 0);
    cosines[row] = (a + b + c + d) / INT8_ONE;
  }
  return cosines;
}
