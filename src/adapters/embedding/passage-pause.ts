/** Searches follow each other faster than this if somebody waits for them in a row. */
const QUIET_MS = 25;
/** A queue of 1,000 decisions is embedded within a minute also while somebody asks all the time. */
const LONGEST_MS = 50;

export interface PassagePause {
  queryAnswered(): void;
  passageAnswered(): void;
  /** Resolves when a passage may be embedded, or when the pause is ended. */
  over(): Promise<void>;
  /** For a query that came, or the end. */
  end(): void;
}

/**
 * While queries come, passages leave the processor to them: each search would find one of them in its way otherwise.
 * Somebody who goes on asking does not hold them up for good.
 */
export function passagePause(): PassagePause {
  let lastQuery = Number.NEGATIVE_INFINITY;
  let lastPassage = Number.NEGATIVE_INFINITY;
  let endNow: (() => void) | undefined;
  return {
    queryAnswered() {
      lastQuery = performance.now();
    },
    passageAnswered() {
      lastPassage = performance.now();
    },
    async over() {
      const until = Math.min(lastQuery + QUIET_MS, lastPassage + LONGEST_MS);
      const ms = until - performance.now();
      if (ms <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        endNow = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      endNow = undefined;
    },
    end: () => endNow?.(),
  };
}
