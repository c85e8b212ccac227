import { randomBytes, randomInt } from "node:crypto";
import type { Clock, Entropy, Ids } from "../ports.ts";
import type { EventLoop, Timers } from "../timers.ts";

export const systemClock: Clock = { now: () => new Date(), elapsed: () => performance.now() };

export const systemEntropy: Entropy = { bytes: (count) => randomBytes(count) };

const TIME_DIGITS = 9;
const RANDOM_DIGITS = 8;
const RANDOM_RANGE = 2 ** 41;

const base36 = (n: number, digits: number): string => n.toString(36).padStart(digits, "0");

/**
 * Time in milliseconds, then random digits. Ids of one process sort in the order of their creation, even within a
 * millisecond and when the clock goes back; those of several processes sort by time.
 */
export function timeSortedIds(clock: Clock): Ids {
  let lastTime = 0;
  let lastRandom = 0;
  return {
    next(prefix) {
      const now = clock.now().getTime();
      if (now > lastTime) [lastTime, lastRandom] = [now, randomInt(RANDOM_RANGE)];
      else lastRandom += 1 + randomInt(1_000);
      return `${prefix}_${base36(lastTime, TIME_DIGITS)}${base36(lastRandom, RANDOM_DIGITS)}`;
    },
  };
}

/** A timer of Node for longer goes off at once. */
const LONGEST_MS = 2 ** 31 - 1;

export const systemTimers: Timers = {
  after(ms, work, { keepsAlive = false } = {}) {
    const timer = setTimeout(work, ms);
    if (!keepsAlive) timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Time limits that run out so many times later, for machines that are slow or busy. */
export const patientTimers = (times: number): Timers => ({
  after: (ms, work, options) => systemTimers.after(Math.min(ms * times, LONGEST_MS), work, options),
});

export const systemLoop: EventLoop = {
  ...systemTimers,
  now: () => performance.now(),
  nextTurn: (work) => void setImmediate(work),
};
