import type { Log } from "../../../domain/shared/ports.ts";
import type { Connection } from "./connection.ts";
import { removeErasedText } from "./erasure.ts";

/** Longer than an erasure itself tries, so that the two do not meet. */
const PAUSE_MS = 5_000;

export interface ErasureFinisher {
  /** Looks a while later whether something has to be finished. */
  lookLater(): void;
  /** Resolves when the attempt that runs now, if any, has ended. */
  settled(): Promise<void>;
  /** Tries a last time if an attempt was due. */
  stop(): Promise<void>;
}

/**
 * Finishes erasures whose text could not be removed at once: of this process, or of one that has ended. It looks when the
 * memory is opened and after writes, and goes on until it is done. An attempt that finds a reader gives up at once.
 */
export function finishErasures(connection: Connection, log: Log, pauseMs = PAUSE_MS): ErasureFinisher {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let attempts = Promise.resolve();

  const attempt = async (): Promise<void> => {
    try {
      if (await removeErasedText(connection, 0)) lookLater();
    } catch (error) {
      log.warn("The text of an erased record could not be removed from the file yet.", { error });
    }
  };
  const attemptNext = (): void => {
    attempts = attempts.then(attempt);
  };
  const lookLater = (): void => {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      attemptNext();
    }, pauseMs);
    timer.unref();
  };

  attemptNext();
  return {
    lookLater,
    settled: () => attempts,
    async stop() {
      stopped = true;
      if (timer) attemptNext();
      clearTimeout(timer);
      timer = undefined;
      await attempts;
    },
  };
}
