import { MINUTE_MS } from "../../domain/shared/time.ts";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = MINUTE_MS;

/** How long no process is started after some in a row have failed. */
export interface RestartPause {
  isOver(): boolean;
  /** A process ended, did not answer or could not load the model. */
  failed(): void;
  answered(): void;
}

/** The first failure is followed by a new start at once; from the second in a row on, each pause is twice as long. */
export function restartPause(now: () => number = () => performance.now()): RestartPause {
  let failures = 0;
  let failedAt = 0;
  return {
    isOver() {
      if (failures < 2) return true;
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 2));
      return now() - failedAt >= pause;
    },
    failed() {
      failures++;
      failedAt = now();
    },
    answered() {
      failures = 0;
    },
  };
}
