import type { Log } from "../../domain/shared/ports.ts";

/** Work that a caller does not wait for. */
export interface Background {
  /** Starts after the current reply is sent. A failure is logged and not thrown. */
  start(what: string, work: () => Promise<unknown>): void;
  /** Resolves when no work is left. */
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
