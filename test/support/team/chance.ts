/** Random choices that are the same again with the same seed. */
export interface Chance {
  readonly seed: number;
  /** A whole number, both ends included. */
  between(from: number, to: number): number;
  is(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  weighted<T>(items: readonly T[], weight: (item: T) => number): T;
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error("There is nothing to choose from.");
    return items[Math.floor(next() * items.length)] as T;
  };
  return {
    seed,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    is: (probability) => next() < probability,
    pick,
    weighted(items, weight) {
      let left = next() * items.reduce((sum, item) => sum + weight(item), 0);
      for (const item of items) {
        left -= weight(item);
        if (left < 0) return item;
      }
      return pick(items);
    },
  };
}
