import type { CacheStats } from "../../domain/shared/metrics.ts";

/** The caches of this process, for whoever asks what they are worth. */
export interface Caches {
  /** `name` stays the same from one release to the next. `stats` is asked when somebody wants to know. */
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
