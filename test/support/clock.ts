import type { Clock } from "../../src/shared/ports.ts";

/** A clock that only moves when it is set. */
export interface SetClock extends Clock {
  set(time: Date | string): void;
  advance(ms: number): void;
}

export function setClock(start: Date | string = "2026-03-01T09:00:00.000Z"): SetClock {
  let time = new Date(start).getTime();
  let elapsed = time;
  return {
    now: () => new Date(time),
    elapsed: () => elapsed,
    set: (to) => {
      const before = time;
      time = new Date(to).getTime();
      elapsed += Math.max(0, time - before);
    },
    advance: (ms) => {
      time += ms;
      elapsed += ms;
    },
  };
}
