import { randomInt } from "node:crypto";
import type { Clock, Ids } from "../../domain/shared/ports.ts";

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
