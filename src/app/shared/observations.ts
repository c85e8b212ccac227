import type { Log } from "../../domain/shared/ports.ts";
import type { Background } from "./background.ts";

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
  /** Writes a batch in one transaction. */
  readonly write: (batch: readonly O[]) => Promise<void>;
  readonly background: Pick<Background, "later">;
  readonly log: Log;
}

export function observationBuffer<O>({ write, background, log }: ObservationTarget<O>): Observations<O> {
  let waiting: O[] = [];
  let dropped = 0;
  let scheduled = false;
  let writing = Promise.resolve();

  /** Takes the batch only when its turn has come, so that a long lock does not let batches pile up. */
  const writeWaiting = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    if (dropped > 0) log.warn("Too many observations were waiting, so the oldest were dropped.", { dropped });
    dropped = 0;
    try {
      await write(batch);
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
    async flushBriefly() {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, BRIEF_MS);
      });
      await Promise.race([flush(), enough]);
      clearTimeout(timer);
    },
  };
}
