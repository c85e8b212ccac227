import type { Log } from "../../domain/shared/ports.ts";

/** Work that a caller does not wait for. */
export interface Background {
  /** Begins once the reply of the moment is on its way. A failure is logged and goes no further. */
  start(what: string, work: () => Promise<unknown>): void;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
}

export function background(log: Log): Background {
  const running = new Set<Promise<void>>();
  return {
    start(what, work) {
      const task = new Promise((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error(`${what} failed`, { error }))
        .then(() => void running.delete(task));
      running.add(task);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
