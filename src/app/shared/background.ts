import type { Log } from "../../domain/shared/ports.ts";

/** Work that a caller does not wait for. */
export interface Background {
  /** Starts after the current reply is sent. A failure is logged and not thrown. */
  start(what: string, work: () => Promise<unknown>): void;
  /** Starts after a delay, or as soon as somebody waits for `idle`. */
  later(what: string, delayMs: number, work: () => Promise<unknown>): void;
  /** Resolves when no work is left. */
  idle(): Promise<void>;
}

export function background(log: Log): Background {
  const running = new Set<Promise<void>>();
  const delayed = new Set<() => void>();

  const start: Background["start"] = (what, work) => {
    const task = new Promise((resolve) => setImmediate(resolve))
      .then(work)
      .catch((error: unknown) => log.error(`${what} failed`, { error }))
      .then(() => void running.delete(task));
    running.add(task);
  };

  return {
    start,
    later(what, delayMs, work) {
      const begin = (): void => {
        clearTimeout(timer);
        delayed.delete(begin);
        start(what, work);
      };
      const timer = setTimeout(begin, delayMs);
      delayed.add(begin);
    },
    async idle() {
      while (running.size > 0 || delayed.size > 0) {
        for (const begin of delayed) begin();
        await Promise.all(running);
      }
    },
  };
}
