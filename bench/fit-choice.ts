/** Options of which some were right, each with its features. */
export type Choice = readonly { readonly values: readonly number[]; readonly isRight: boolean }[];

const ROUNDS = 2000;
const RIDGE = 0.05;

/**
 * The weights of a model that chooses among options: the chance of each is the exponential of its weighted features, as a
 * share of the sum. No weight is negative. By steps along the slope, each feature on the scale of its spread.
 */
export function fitChoice(choices: readonly Choice[]): number[] {
  const size = choices[0]?.[0]?.values.length ?? 0;
  const spreads = Array.from({ length: size }, (_, i) => spreadOf(choices, i));
  let weights = spreads.map(() => 1);
  for (let round = 0; round < ROUNDS; round++) {
    const slope = weights.map((weight) => -2 * RIDGE * weight);
    for (const options of choices) addSlope(slope, options, weights, spreads);
    weights = weights.map((weight, i) => Math.max(0, weight + (slope[i] ?? 0) / choices.length));
  }
  return weights.map((weight, i) => weight / (spreads[i] ?? 1));
}

function addSlope(slope: number[], options: Choice, weights: readonly number[], spreads: readonly number[]) {
  const scaled = options.map(({ values }) => values.map((value, i) => value / (spreads[i] ?? 1)));
  const strengths = scaled.map((values) =>
    values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0),
  );
  const best = Math.max(...strengths);
  const chances = strengths.map((strength) => Math.exp(strength - best));
  const all = chances.reduce((sum, chance) => sum + chance, 0);
  const right = options.filter(({ isRight }) => isRight).length;
  for (const [i, { isRight }] of options.entries()) {
    const missing = Number(isRight) / right - (chances[i] ?? 0) / all;
    for (const [j, value] of (scaled[i] ?? []).entries()) slope[j] = (slope[j] ?? 0) + missing * value;
  }
}

function spreadOf(choices: readonly Choice[], feature: number): number {
  const values = choices.flatMap((options) => options.map((option) => option.values[feature] ?? 0));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
}
