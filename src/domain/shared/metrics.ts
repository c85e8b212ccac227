import type { FaultCode } from "./errors.ts";

/** What is counted while the program runs. Names and numbers only, never words of a call. */
export interface Metrics {
  /** A request is over, however it ended. */
  requestServed(method: "tools/call" | "resources/read", seconds: number): void;
  toolCalled(tool: string, fault?: FaultCode | undefined): void;
}

/** For a program that nobody asks how it is doing. */
export const noMetrics: Metrics = { requestServed: () => {}, toolCalled: () => {} };

/** How often a cache had what it was asked for, since the program started. */
export interface CacheStats {
  readonly hits: number;
  readonly misses: number;
}
