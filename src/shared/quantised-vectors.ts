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

/**
 * The cosine of the vector to each row. Two rows are kept in one number, so that one multiplication and one addition serve
 * both, which takes 40 % of the time: with whole numbers small enough, the sums of the two do not run into each other.
 */
export function cosinesOf(
  vector: Float32Array,
  { rows, dimensions }: Omit<QuantisedVectors, "model">,
): Float32Array {
  const { pairs, longest } = pairedRows(rows, dimensions);
  const scale = VECTOR_ONE / (Math.max(1, lengthOf(vector)) * longest);
  const whole = Float64Array.from(vector, (value) => Math.round(value * scale));
  const cosines = new Float32Array(rows.length / dimensions);
  const unrolled = dimensions - (dimensions % 4);
  for (let row = 0, at = 0; row < cosines.length; row += 2) {
    // An addition has to wait for the one before it, so there are four sums.
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < unrolled; i += 4, at += 4) {
      a += (whole[i] as number) * (pairs[at] as number);
      b += (whole[i + 1] as number) * (pairs[at + 1] as number);
      c += (whole[i + 2] as number) * (pairs[at + 2] as number);
      d += (whole[i + 3] as number) * (pairs[at + 3] as number);
    }
    for (let i = unrolled; i < dimensions; i++, at++) a += (whole[i] as number) * (pairs[at] as number);
    const both = a + b + c + d;
    const second = Math.round(both / SECOND);
    cosines[row] = (both - second * SECOND) / (INT8_ONE * scale);
    if (row + 1 < cosines.length) cosines[row + 1] = second / (INT8_ONE * scale);
  }
  return cosines;
}

/**
 * The sum of a row is at most 127 times this, or 2^25, on either side, so it stays below half of `SECOND`; and those of two
 * rows have 52 bits together, which a number holds exactly.
 */
const VECTOR_ONE = 2 ** 18;
const SECOND = 2 ** 27;

interface PairedRows {
  /** Of each two rows the first, plus the second times `SECOND`. */
  readonly pairs: Float64Array;
  /** The length of the longest row, at least 1. */
  readonly longest: number;
}

/** Made when first needed: there are thousands of rows, and a program may never ask. */
const paired = new WeakMap<Int8Array, PairedRows>();

function pairedRows(rows: Int8Array, dimensions: number): PairedRows {
  const known = paired.get(rows);
  if (known) return known;
  const count = rows.length / dimensions;
  const pairs = new Float64Array(Math.ceil(count / 2) * dimensions);
  let longest = 1;
  for (let row = 0; row < count; row++) {
    const values = rows.subarray(row * dimensions, (row + 1) * dimensions);
    const [from, factor] = [Math.floor(row / 2) * dimensions, row % 2 === 0 ? 1 : SECOND];
    for (const [i, value] of values.entries()) pairs[from + i] = (pairs[from + i] as number) + value * factor;
    longest = Math.max(longest, lengthOf(values) / INT8_ONE);
  }
  const made = { pairs, longest };
  paired.set(rows, made);
  return made;
}

function lengthOf(values: Float32Array | Int8Array): number {
  let squares = 0;
  for (const value of values) squares += value * value;
  return Math.sqrt(squares);
}
