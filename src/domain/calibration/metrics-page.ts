import type { CacheStats, Metrics } from "../shared/metrics.ts";
import type { MemoryStats } from "./stats.ts";

/** The values at the time of the request. */
export interface MetricsReport {
  /** Undefined if the memory cannot be read. */
  readonly memory: MemoryStats | undefined;
  readonly caches: ReadonlyMap<string, CacheStats>;
  readonly teams: readonly TeamLag[];
}

/** How far a shared project is behind its team. */
export interface TeamLag {
  readonly project: string;
  /** Changes that were made here and the team does not have, and for how long the oldest has waited. */
  readonly changes: number;
  readonly seconds: number;
  /** Since the team's server answered; undefined if it never did. */
  readonly sinceContact?: number | undefined;
  /** Changes of others that are kept out, because nobody vouches for them or their authors may not make them. */
  readonly quarantined: number;
}

/** Metrics that can be rendered as a page. */
export interface MetricsPage extends Metrics {
  readonly contentType: string;
  render(report: MetricsReport): Promise<string>;
}
