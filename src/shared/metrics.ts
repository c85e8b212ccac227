import type { FaultCode } from "./errors.ts";

/** Counters of the running program. They get names and numbers only, never text from a call. */
export interface Metrics {
  /** Called when a request ends, whether it succeeded or failed. */
  requestServed(method: "tools/call" | "resources/read" | "page/call", seconds: number): void;
  toolCalled(tool: string, fault?: FaultCode | undefined): void;
  figures(): Promise<ServerFigures>;
}

/** What the running program counted since it started. */
export interface ServerFigures {
  /** How long requests took in the last ten minutes, in seconds. Undefined if there were none. */
  readonly latency?: { readonly p50: number; readonly p95: number; readonly p99: number } | undefined;
  readonly requests: number;
  /** The most used first. */
  readonly tools: readonly { readonly tool: string; readonly calls: number; readonly errors: number }[];
}

/** For programs without a metrics page. */
export const noMetrics: Metrics = {
  requestServed: () => {},
  toolCalled: () => {},
  figures: async () => ({ requests: 0, tools: [] }),
};

/** Counted since the program started. */
export interface CacheStats {
  readonly hits: number;
  readonly misses: number;
}
