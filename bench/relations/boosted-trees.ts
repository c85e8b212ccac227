import type { Tree, TreeNode } from "../../src/decisions/rules/statements/relation-model.ts";

export interface Labelled {
  readonly values: readonly number[];
  readonly label: number;
  readonly weight: number;
}

export interface FitSettings {
  readonly rounds: number;
  readonly depth: number;
  readonly rate: number;
  /** The least sum of curvatures in a leaf. */
  readonly leastInLeaf: number;
  readonly ridge: number;
  /** Of the features, for each tree. */
  readonly features?: ReadonlySet<number> | undefined;
}

const MOST_CUTS = 24;

/** Trees for each label, each round one: a softmax of their sums is the chance of each label. */
export function fitTrees(examples: readonly Labelled[], labels: number, settings: FitSettings): Tree[][] {
  const size = examples[0]?.values.length ?? 0;
  const cuts = Array.from({ length: size }, (_, feature) =>
    settings.features && !settings.features.has(feature) ? [] : cutsOf(examples, feature),
  );
  const bins = cuts.map((list, feature) =>
    Uint8Array.from(examples, ({ values }) => binOf(list, values[feature] ?? 0)),
  );
  const sums = examples.map(() => new Float64Array(labels));
  const trees: Tree[][] = Array.from({ length: labels }, () => []);
  for (let round = 0; round < settings.rounds; round++) {
    const chances = sums.map(softmax);
    for (let label = 0; label < labels; label++) {
      const gradients = Float64Array.from(
        examples,
        ({ weight, label: own }, i) => weight * (Number(own === label) - (chances[i]?.[label] ?? 0)),
      );
      const curvatures = Float64Array.from(examples, ({ weight }, i) => {
        const chance = chances[i]?.[label] ?? 0;
        return weight * Math.max(1e-6, chance * (1 - chance));
      });
      const all = Int32Array.from(examples.keys());
      const tree = grow(
        all,
        settings.depth,
        { cuts, bins, gradients, curvatures, settings },
        (row, value) => {
          const sum = sums[row];
          if (sum) sum[label] = (sum[label] ?? 0) + value;
        },
      );
      trees[label]?.push(tree);
    }
  }
  return trees;
}

interface Growing {
  readonly cuts: readonly (readonly number[])[];
  readonly bins: readonly Uint8Array[];
  readonly gradients: Float64Array;
  readonly curvatures: Float64Array;
  readonly settings: FitSettings;
}

function grow(
  rows: Int32Array,
  depth: number,
  growing: Growing,
  add: (row: number, value: number) => void,
): TreeNode {
  const { gradients, curvatures, settings, cuts, bins } = growing;
  let [gradient, curvature] = [0, 0];
  for (const row of rows) {
    gradient += gradients[row] ?? 0;
    curvature += curvatures[row] ?? 0;
  }
  const leaf = (): TreeNode => {
    const value = Math.round(((settings.rate * gradient) / (curvature + settings.ridge)) * 1e4) / 1e4;
    for (const row of rows) add(row, value);
    return value;
  };
  if (depth === 0) return leaf();
  const scoreOf = (g: number, c: number): number => (g * g) / (c + settings.ridge);
  let best: { gain: number; feature: number; bin: number } | undefined;
  for (const [feature, list] of cuts.entries()) {
    if (list.length === 0) continue;
    const g = new Float64Array(list.length + 1);
    const c = new Float64Array(list.length + 1);
    const own = bins[feature] as Uint8Array;
    for (const row of rows) {
      const bin = own[row] as number;
      g[bin] = (g[bin] as number) + (gradients[row] as number);
      c[bin] = (c[bin] as number) + (curvatures[row] as number);
    }
    let [left, leftCurvature] = [0, 0];
    for (let bin = 0; bin < list.length; bin++) {
      left += g[bin] as number;
      leftCurvature += c[bin] as number;
      if (leftCurvature < settings.leastInLeaf || curvature - leftCurvature < settings.leastInLeaf) continue;
      const gain =
        scoreOf(left, leftCurvature) +
        scoreOf(gradient - left, curvature - leftCurvature) -
        scoreOf(gradient, curvature);
      if (gain > (best?.gain ?? 1e-3)) best = { gain, feature, bin };
    }
  }
  if (!best) return leaf();
  const own = bins[best.feature] as Uint8Array;
  const { bin, feature } = best;
  return [
    feature,
    cuts[feature]?.[bin] ?? 0,
    grow(
      rows.filter((row) => (own[row] as number) <= bin),
      depth - 1,
      growing,
      add,
    ),
    grow(
      rows.filter((row) => (own[row] as number) > bin),
      depth - 1,
      growing,
      add,
    ),
  ];
}

/** Values up to and including a cut are on its left. */
function cutsOf(examples: readonly Labelled[], feature: number): number[] {
  const values = [...new Set(examples.map(({ values }) => values[feature] ?? 0))].sort((a, b) => a - b);
  if (values.length <= 1) return [];
  const count = Math.min(MOST_CUTS, values.length - 1);
  const cuts = Array.from({ length: count }, (_, i) => {
    const at = Math.floor(((i + 1) * values.length) / (count + 1)) - 1;
    const [low, high] = [values[Math.max(0, at)] ?? 0, values[Math.max(0, at) + 1] ?? 0];
    return Math.round(((low + high) / 2) * 1e4) / 1e4;
  });
  return [...new Set(cuts)];
}

function binOf(cuts: readonly number[], value: number): number {
  let bin = 0;
  while (bin < cuts.length && value > (cuts[bin] ?? 0)) bin++;
  return bin;
}

function softmax(sums: Float64Array | readonly number[]): number[] {
  const most = Math.max(...sums);
  const powers = [...sums].map((sum) => Math.exp(sum - most));
  const all = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / all);
}
