import { MINUTE_MS } from "../../shared/time.ts";

/** How many calls of each kind one key may make within any `WINDOW_MS`. */
export const RATE_LIMITS = { requests: 100, captures: 10, reads: 1_000 } as const;
export type LimitedKind = keyof typeof RATE_LIMITS;
export const LIMITED_KINDS = Object.keys(RATE_LIMITS) as LimitedKind[];

/** `warn` counts calls and warns, but refuses none. */
export const LIMIT_MODES = ["on", "warn", "off"] as const;
export type LimitMode = (typeof LIMIT_MODES)[number];

export const WINDOW_MS = MINUTE_MS;
const WARN_FROM_SHARE = 0.8;
const LONGEST_RETRY_S = 60;

/** The recent calls of one kind by one key. */
export interface Usage {
  /** The times of the accepted calls in the window, oldest first. */
  readonly times: readonly number[];
  /** How many calls in a row were over the limit. */
  readonly over: number;
}

export const NO_USAGE: Usage = { times: [], over: 0 };

export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the oldest call leaves the window. */
  readonly resetAfter: number;
  /** True from 80 % of the limit on. */
  readonly nearlySpent: boolean;
  /** Set if the call is over the limit: seconds to wait, doubling with each further call. */
  readonly retryAfter?: number | undefined;
}

const within = (times: readonly number[], now: number): readonly number[] => {
  const first = times.findIndex((time) => time > now - WINDOW_MS);
  return first === -1 ? [] : first === 0 ? times : times.slice(first);
};

/** Counts a call. A call over the limit is not counted, so that waiting always helps. */
export function spend(usage: Usage, limit: number, now: number): { usage: Usage; budget: Budget } {
  const times = within(usage.times, now);
  const spent: Usage =
    times.length < limit ? { times: [...times, now], over: 0 } : { times, over: usage.over + 1 };
  return { usage: spent, budget: budgetOf(spent, limit, now) };
}

/** Undoes the last call. */
export function refund({ times, over }: Usage): Usage {
  return { times: times.slice(0, -1), over };
}

export function budgetOf(usage: Usage, limit: number, now: number): Budget {
  const times = within(usage.times, now);
  const [oldest] = times;
  return {
    limit,
    remaining: limit - times.length,
    resetAfter: oldest === undefined ? 0 : Math.ceil((oldest + WINDOW_MS - now) / 1000),
    nearlySpent: times.length >= limit * WARN_FROM_SHARE,
    retryAfter:
      usage.over > 0 && times.length >= limit ? Math.min(2 ** (usage.over - 1), LONGEST_RETRY_S) : undefined,
  };
}
