/** Discounted gain of the first ten, gain 2^grade − 1, as a share of the best possible. */
export function ndcg(ranked: readonly string[], grades: ReadonlyMap<string, number>, depth = 10): number {
  const gain = (grade: number, at: number): number => (2 ** grade - 1) / Math.log2(at + 2);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const got = sum(ranked.slice(0, depth).map((id, at) => gain(grades.get(id) ?? 0, at)));
  const best = [...grades.values()].sort((a, b) => b - a).slice(0, depth);
  return got / sum(best.map(gain));
}

export function recall(ranked: readonly string[], grades: ReadonlyMap<string, number>, depth = 5): number {
  const first = new Set(ranked.slice(0, depth));
  return [...grades.keys()].filter((id) => first.has(id)).length / grades.size;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export interface Difference {
  readonly mean: number;
  /** Where 95 % of the resampled means lie. */
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 4_000;

/** Paired bootstrap over the queries; the same draws in every run. */
export function difference(ours: readonly number[], theirs: readonly number[]): Difference {
  const gaps = ours.map((value, i) => value - theirs[i]!);
  const random = repeatable(gaps.length);
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let i = 0; i < gaps.length; i++) sum += gaps[Math.floor(random() * gaps.length)]!;
    return sum / gaps.length;
  }).sort((a, b) => a - b);
  return { mean: mean(gaps), low: means[RESAMPLES * 0.025]!, high: means[RESAMPLES * 0.975]! };
}

export function repeatable(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
