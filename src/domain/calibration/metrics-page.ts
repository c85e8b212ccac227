import type { CacheStats, Metrics } from "../shared/metrics.ts";
import type { MemoryStats } from "./stats.ts";

/** The values at the time of the request. */
export interface MetricsReport {
  /** Undefined if the memory cannot be read. */
  readonly memory: MemoryStats | undefined;
  readonly caches: ReadonlyMap<string, CacheStats>;
}

/** Metrics that can be rendered as a page. */
export interface MetricsPage extends Metrics {
  readonly contentType: string;
  render(report: MetricsReport): Promise<string>;
}
