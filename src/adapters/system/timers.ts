import type { EventLoop, Timers } from "../../domain/shared/timers.ts";

export const systemTimers: Timers = {
  after(ms, work, { keepsAlive = false } = {}) {
    const timer = setTimeout(work, ms);
    if (!keepsAlive) timer.unref();
    return () => clearTimeout(timer);
  },
};

export const systemLoop: EventLoop = {
  ...systemTimers,
  now: () => performance.now(),
  nextTurn: (work) => void setImmediate(work),
};
