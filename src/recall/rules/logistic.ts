/** One observation: its features (without the constant), its label and its weight. */
export interface Example {
  readonly values: readonly number[];
  readonly holds: boolean;
  readonly weight: number;
  /** A part of the logit that is known already. */
  readonly offset?: number | undefined;
}

const RIDGE = 1e-3;
const ROUNDS = 40;
/** Below it, halving a step no longer helps. */
const SHORTEST_STEP = 1 / 1024;

/** The bias and the weights of a logistic model, by Newton's method. A step that makes it worse is halved. */
export function fitLogistic(examples: readonly Example[]): number[] {
  const size = (examples[0]?.values.length ?? 0) + 1;
  let weights = new Array<number>(size).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = weights.map((weight) => -RIDGE * weight);
    const curvature = weights.map((_, i) => weights.map((_, j): number => (i === j ? RIDGE : 0)));
    for (const { values, holds, weight, offset = 0 } of examples) {
      const inputs = [1, ...values];
      const probability = 1 / (1 + Math.exp(-offset - dot(weights, inputs)));
      const spread = weight * Math.max(probability * (1 - probability), 1e-9);
      for (const [i, input] of inputs.entries()) {
        gradient[i] = (gradient[i] ?? 0) + weight * (Number(holds) - probability) * input;
        const row = curvature[i] ?? [];
        for (const [j, other] of inputs.entries()) row[j] = (row[j] ?? 0) + spread * input * other;
      }
    }
    const step = solve(curvature, gradient);
    const before = lossOf(weights, examples);
    let share = 1;
    let next = moved(weights, step, share);
    while (share > SHORTEST_STEP && !(lossOf(next, examples) <= before)) {
      share /= 2;
      next = moved(weights, step, share);
    }
    weights = next;
  }
  return weights;
}

const moved = (weights: readonly number[], step: readonly number[], share: number): number[] =>
  weights.map((weight, i) => weight + share * (step[i] ?? 0));

function lossOf(weights: readonly number[], examples: readonly Example[]): number {
  const penalty = (RIDGE / 2) * dot(weights, weights);
  return examples.reduce((sum, { values, holds, weight, offset = 0 }) => {
    const signed = (holds ? 1 : -1) * (offset + logit(weights, values));
    // log(1 + e^-x) without overflow.
    return sum + weight * (Math.max(0, -signed) + Math.log1p(Math.exp(-Math.abs(signed))));
  }, penalty);
}

export function logit(weights: readonly number[], values: readonly number[]): number {
  return dot(weights, [1, ...values]);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

/** Gaussian elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let i = 0; i < rows.length; i++) {
    let pivot = i;
    for (let k = i; k < rows.length; k++) if (Math.abs(at(k, i)) > Math.abs(at(pivot, i))) pivot = k;
    [rows[i], rows[pivot]] = [rows[pivot] ?? [], rows[i] ?? []];
    for (let k = 0; k < rows.length; k++) {
      if (k === i) continue;
      const factor = at(k, i) / at(i, i);
      rows[k] = (rows[k] ?? []).map((value, j) => (j < i ? value : value - factor * at(i, j)));
    }
  }
  return rows.map((row, i) => (row[rows.length] ?? 0) / (row[i] ?? 1));
}
