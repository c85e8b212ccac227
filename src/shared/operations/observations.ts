import type { Log } from "../ports.ts";
import type { Timers } from "../timers.ts";
import type { Background } from "./background.ts";
import { within } from "./within.ts";

/** A killed process loses what it observed in this time. At an orderly end nothing is lost. */
const WRITTEN_AFTER_MS = 1_000;
/** Reached only while another process keeps the memory locked. */
const MOST_WAITING = 1_000;
/** How long a read waits for observations of its own process. */
const BRIEF_MS = 100;

/**
 * Facts about use that reads leave behind. They wait here and are written together, so that no read waits for a write.
 * Only this process knows about an observation before it is written.
 */
export interface Observations<O> {
  /** Returns at once and never fails. */
  add(observation: O): void;
  /** Writes what is waiting. For writes and background work that need it. A failure is logged and not thrown. */
  flush(): Promise<void>;
  /** The same for a read: it goes on after a moment, with what is stored by then. */
  flushBriefly(): Promise<void>;
}

export interface ObservationTarget<O> {
  /** Writes a batch in one transaction. `since` is the position of the log when its first observation was made. */
  readonly write: (batch: readonly O[], since: number) => Promise<void>;
  readonly position: () => Promise<number>;
  readonly background: Pick<Background, "later">;
  readonly timers: Timers;
  readonly log: Log;
}

export function observationBuffer<O>({
  write,
  position,
  background,
  timers,
  log,
}: ObservationTarget<O>): Observations<O> {
  let waiting: O[] = [];
  /** What is erased before the batch is written must not come back with it. */
  let since: Promise<number> | undefined;
  let dropped = 0;
  let scheduled = false;
  let writing = Promise.resolve();

  /** Takes the batch only when its turn has come, so that a long lock does not let batches pile up. */
  const writeWaiting = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const [batch, began] = [waiting, since ?? Promise.resolve(0)];
    [waiting, since] = [[], undefined];
    if (dropped > 0) log.warn("Too many observations were waiting, so the oldest were dropped.", { dropped });
    dropped = 0;
    try {
      await write(batch, await began);
    } catch (error) {
      log.warn("Observations could not be written and are lost.", { observations: batch.length, error });
    }
  };

  const flush = (): Promise<void> => {
    if (waiting.length > 0) writing = writing.then(writeWaiting);
    return writing;
  };

  return {
    add(observation) {
      // If the position cannot be read, whatever was ever erased counts as later.
      since ??= position().catch(() => 0);
      waiting.push(observation);
      if (waiting.length > MOST_WAITING) {
        waiting.shift();
        dropped++;
      }
      if (scheduled) return;
      scheduled = true;
      background.later("Writing observations", WRITTEN_AFTER_MS, () => {
        scheduled = false;
        return flush();
      });
    },
    flush,
    flushBriefly: () => within(BRIEF_MS, flush(), timers),
  };
}
