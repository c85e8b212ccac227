import type { FaultCode } from "./errors.ts";

/** Counters of the running program. They get names and numbers only, never text from a call. */
export interface Metrics {
  /** Called when a request ends, whether it succeeded or failed. */
  requestServed(method: "tools/call" | "resources/read" | "page/call", seconds: number): void;
  toolCalled(tool: string, fault?: FaultCode | undefined): void;
}

/** For programs without a metrics page. */
export const noMetrics: Metrics = { requestServed: () => {}, toolCalled: () => {} };

/** Counted since the program started. */
export interface CacheStats {
  readonly hits: number;
  readonly misses: number;
}
