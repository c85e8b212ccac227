import type { CacheStats, Metrics } from "../shared/metrics.ts";
import type { MemoryStats } from "./stats.ts";

/** What is known at the moment somebody asks. */
export interface MetricsReport {
  /** Undefined when the memory does not answer. */
  readonly memory: MemoryStats | undefined;
  readonly caches: ReadonlyMap<string, CacheStats>;
}

/** Metrics that can be read, in a format that says what it is. */
export interface MetricsPage extends Metrics {
  readonly contentType: string;
  render(report: MetricsReport): Promise<string>;
}
