import { DAY_MS } from "../shared/time.ts";
import {
  RESTART_FAILURES,
  RESTART_MODES,
  type RestartAttempt,
  type RestartFailure,
  type RestartMode,
} from "./restart.ts";

export const RESTART_PERIODS = {
  "24h": DAY_MS,
  "7d": 7 * DAY_MS,
  "30d": 30 * DAY_MS,
} as const;
export type RestartPeriod = keyof typeof RESTART_PERIODS;

/** How long attempts are kept. */
export const RESTART_RETENTION_MS = 90 * DAY_MS;

export const RESTART_TARGETS: {
  readonly successRate: number;
  readonly p95Ms: Readonly<Record<RestartMode, number>>;
} = { successRate: 0.95, p95Ms: { full: 2_500, summary: 1_000 } };

export interface Latency {
  readonly restarts: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface RestartMetrics {
  readonly attempts: number;
  readonly successes: number;
  /** Undefined without attempts. */
  readonly successRate?: number | undefined;
  readonly failures: Readonly<Record<RestartFailure, number>>;
  /** Only attempts that returned a checkpoint: a quick "there is none" would make the numbers look better. */
  readonly latency: Readonly<Record<RestartMode, Latency | undefined>>;
}

export function restartMetrics(attempts: readonly RestartAttempt[]): RestartMetrics {
  const failed = (failure: RestartFailure): number =>
    attempts.filter((attempt) => attempt.failure === failure).length;
  const successes = attempts.filter(({ failure }) => failure === undefined).length;
  return {
    attempts: attempts.length,
    successes,
    successRate: attempts.length === 0 ? undefined : successes / attempts.length,
    failures: Object.fromEntries(RESTART_FAILURES.map((failure) => [failure, failed(failure)])) as Record<
      RestartFailure,
      number
    >,
    latency: Object.fromEntries(RESTART_MODES.map((mode) => [mode, latencyOf(attempts, mode)])) as Record<
      RestartMode,
      Latency | undefined
    >,
  };
}

function latencyOf(attempts: readonly RestartAttempt[], mode: RestartMode): Latency | undefined {
  const times = attempts
    .filter(({ mode: own, failure }) => own === mode && (!failure || failure === "CONTEXT_INCOMPLETE"))
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
  if (times.length === 0) return undefined;
  return {
    restarts: times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  };
}

/** The smallest value such that at least this share of the values does not exceed it. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
