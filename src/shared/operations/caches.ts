import type { CacheStats } from "../metrics.ts";

/** The hit rates of all caches in this process. */
export interface Caches {
  /** `name` must not change between releases. `stats` is called whenever the numbers are read. */
  join(name: string, stats: () => CacheStats): void;
  stats(): ReadonlyMap<string, CacheStats>;
}

export function openCaches(): Caches {
  const joined = new Map<string, () => CacheStats>();
  return {
    join: (name, stats) => void joined.set(name, stats),
    stats: () => new Map([...joined].map(([name, stats]) => [name, stats()])),
  };
}
