/** After so many failures in a row nobody asks any more, until some time has passed. */
const MOST_FAILURES = 3;
const FIRST_WAIT_MS = 1_000;
/** As long as between two rounds when all is well: a server that is back is noticed as soon as what others say. */
const LONGEST_WAIT_MS = 3_000;
/** The share of a wait that is left to chance, so that machines do not all come back at once. */
const JITTER = 0.5;

/** Keeps callers from something that fails. Times are in milliseconds. */
export interface CircuitBreaker {
  /** Whether it works, as far as is known. */
  readonly isClosed: boolean;
  /** How long nobody should ask; 0 if anybody may. After the wait one may try. */
  waitMs(now: number): number;
  succeeded(): void;
  failed(now: number): void;
}

/** `random` gives numbers from 0 up to 1. */
export function circuitBreaker(random: () => number): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  return {
    get isClosed() {
      return failures === 0;
    },
    waitMs: (now) => Math.max(0, openUntil - now),
    succeeded() {
      failures = 0;
      openUntil = 0;
    },
    failed(now) {
      failures++;
      if (failures < MOST_FAILURES) return;
      const whole = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - MOST_FAILURES));
      openUntil = now + whole * (1 - JITTER + JITTER * random());
    },
  };
}
