/** The output of a model for one text: `tokens` rows of `dimensions` numbers. */
export interface TokenVectors {
  readonly data: Float32Array;
  readonly tokens: number;
  readonly dimensions: number;
}

export const POOLINGS = ["mean", "cls"] as const;
export type Pooling = (typeof POOLINGS)[number];

/** One unit vector for the whole text: the mean of its tokens, or its first token (`cls`). */
export function poolTokens({ data, tokens, dimensions }: TokenVectors, pooling: Pooling): Float32Array {
  if (pooling === "cls") return normalised(data.slice(0, dimensions));
  const sum = new Float64Array(dimensions);
  for (let token = 0, at = 0; token < tokens; token++) {
    for (let i = 0; i < dimensions; i++, at++) sum[i] = (sum[i] ?? 0) + (data[at] ?? 0);
  }
  return normalised(sum);
}

/** The vector scaled to length one; NaN for a zero vector. */
export function normalised(vector: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += (vector[i] ?? 0) ** 2;
  const length = Math.sqrt(squares);
  return Float32Array.from(vector, (value) => value / length);
}
