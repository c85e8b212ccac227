/**
 * One bit per dimension: the sign. Close vectors differ in few bits, so codes preselect what is then compared exactly.
 */
export function codeOf(vector: Float32Array): Uint32Array {
  const code = new Uint32Array(Math.ceil(vector.length / 32));
  for (let i = 0; i < vector.length; i++) {
    if ((vector[i] as number) > 0) code[i >>> 5] = ((code[i >>> 5] as number) | (1 << (i & 31))) >>> 0;
  }
  return code;
}

export function bitsOf(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/**
 * Returns a function that scores how well a code agrees with the full vector. That is closer to the cosine than
 * counting bits. A table looks up eight dimensions at a time.
 */
export function agreementWith(vector: Float32Array): (code: Uint8Array, from: number) => number {
  const bytes = Math.ceil(vector.length / 32) * 4;
  const table = new Float32Array(bytes * 256);
  for (let byte = 0; byte < bytes; byte++) {
    for (let value = 1; value < 256; value++) {
      const highest = 31 - Math.clz32(value);
      const rest = table[byte * 256 + (value ^ (1 << highest))] as number;
      table[byte * 256 + value] = rest + (vector[byte * 8 + highest] ?? 0);
    }
  }
  return (code, from) => {
    let sum = 0;
    for (let byte = 0; byte < bytes; byte++)
      sum += table[byte * 256 + (code[from + byte] as number)] as number;
    return sum;
  };
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/**
 * The dot products of one vector with several, the same as by `dot`. Each addition to a sum waits for the one before, so
 * four sums at a time take about half as long.
 */
export function dots(a: Float32Array, others: readonly Float32Array[]): Float64Array {
  const sums = new Float64Array(others.length);
  let next = 0;
  for (; next + 4 <= others.length; next += 4) {
    const [b, c, d, e] = others.slice(next, next + 4) as [
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    let [ofB, ofC, ofD, ofE] = [0, 0, 0, 0];
    for (let i = 0; i < a.length; i++) {
      const value = a[i] as number;
      ofB += value * (b[i] as number);
      ofC += value * (c[i] as number);
      ofD += value * (d[i] as number);
      ofE += value * (e[i] as number);
    }
    sums.set([ofB, ofC, ofD, ofE], next);
  }
  for (; next < others.length; next++) sums[next] = dot(a, others[next] as Float32Array);
  return sums;
}

/** Views stored bytes as floats; copies them only if they are not aligned. */
export function floatsOf(bytes: Uint8Array): Float32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}

export function wordsOf(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}

export const bytesOf = (numbers: Float32Array | Uint32Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
