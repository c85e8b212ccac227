/** Nobody has written for this long. */
const IDLE_MS = 250;
/** Fewer writes do not fill a log that is worth writing back. */
const FEWEST_WRITES = 50;
/**
 * How many pages the log may grow to before a write has to write it back: 16 MB. By default it is a quarter of it, and
 * about one write in a hundred took ten times as long as the others.
 */
export const LARGEST_LOG_PAGES = 4_000;

/** Has the write-ahead log written back into the file while nobody writes, so that no write has to do it. */
export function checkpointWhenIdle(writeBack: () => void): { written(): void; stop(): void } {
  let writes = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    written() {
      if (++writes < FEWEST_WRITES) return;
      if (timer) timer.refresh();
      else
        timer = setTimeout(() => {
          timer = undefined;
          writes = 0;
          writeBack();
        }, IDLE_MS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}
