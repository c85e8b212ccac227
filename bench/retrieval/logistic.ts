/** One observation: its features (without the constant), its label and its weight. */
export interface Example {
  readonly values: readonly number[];
  readonly holds: boolean;
  readonly weight: number;
}

const RIDGE = 1e-3;
const ROUNDS = 40;

/** The bias and the weights of a logistic model, by Newton's method. */
export function fitLogistic(examples: readonly Example[]): number[] {
  const size = examples[0]!.values.length + 1;
  let weights = new Array<number>(size).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = weights.map((weight) => -RIDGE * weight);
    const curvature = weights.map((_, i) => weights.map((_, j) => (i === j ? RIDGE : 0)));
    for (const { values, holds, weight } of examples) {
      const inputs = [1, ...values];
      const probability = 1 / (1 + Math.exp(-dot(weights, inputs)));
      const spread = weight * Math.max(probability * (1 - probability), 1e-9);
      for (let i = 0; i < size; i++) {
        gradient[i]! += weight * (Number(holds) - probability) * inputs[i]!;
        for (let j = 0; j < size; j++) curvature[i]![j]! += spread * inputs[i]! * inputs[j]!;
      }
    }
    const step = solve(curvature, gradient);
    weights = weights.map((weight, i) => weight + step[i]!);
  }
  return weights;
}

export function logit(weights: readonly number[], values: readonly number[]): number {
  return dot(weights, [1, ...values]);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows.reduce(
      (best, row, at) => (at >= i && Math.abs(row[i]!) > Math.abs(rows[best]![i]!) ? at : best),
      i,
    );
    [rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!];
    for (let k = 0; k < rows.length; k++) {
      if (k === i) continue;
      const factor = rows[k]![i]! / rows[i]![i]!;
      for (let j = i; j <= rows.length; j++) rows[k]![j]! -= factor * rows[i]![j]!;
    }
  }
  return rows.map((row, i) => row[rows.length]! / row[i]!);
}
