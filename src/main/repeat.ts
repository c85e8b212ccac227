import type { Log } from "../shared/ports.ts";

/**
 * Does something now and then while the program runs, which it does not keep from ending. The first time is a while after the
 * start. A time is left out if the one before still goes on.
 */
export function repeat(
  what: string,
  { firstMs, everyMs }: { readonly firstMs: number; readonly everyMs: number },
  work: () => Promise<unknown>,
  log: Log,
): { stop(): void } {
  let timer: NodeJS.Timeout;
  const wait = (ms: number): void => {
    timer = setTimeout(() => {
      void work()
        .catch((error: unknown) => log.warn(`${what} failed`, { error }))
        .finally(() => {
          if (!stopped) wait(everyMs);
        });
    }, ms);
    timer.unref();
  };
  let stopped = false;
  wait(firstMs);
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
