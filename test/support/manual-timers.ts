import type { Timers } from "../../src/shared/timers.ts";
import type { SetClock } from "./clock.ts";

/** Timers that go off when the test moves its clock. */
export interface ManualTimers extends Timers {
  /** How long until the next one goes off; undefined if none is set. */
  nextMs(): number | undefined;
  /** Moves the clock to the next one, and lets it go off. */
  next(): void;
}

export function manualTimers(clock: SetClock): ManualTimers {
  const set = new Map<object, { readonly at: number; work(): void }>();
  const first = () => [...set].sort(([, a], [, b]) => a.at - b.at)[0];
  return {
    after(ms, work) {
      const key = {};
      set.set(key, { at: clock.now().getTime() + ms, work });
      return () => void set.delete(key);
    },
    nextMs() {
      const [, next] = first() ?? [];
      return next && next.at - clock.now().getTime();
    },
    next() {
      const [key, timer] = first() ?? [];
      if (!key || !timer) throw new Error("No timer is set.");
      set.delete(key);
      clock.advance(Math.max(0, timer.at - clock.now().getTime()));
      timer.work();
    },
  };
}
