import { setImmediate as nextTurn } from "node:timers/promises";
import { onTestFinished, vi } from "vitest";

/** From now on the time limits of the code under test run out when `letTimePass` says so. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Lets the time go by that the work waits for, and returns what comes of it. */
export async function letTimePass<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  work.then(over, over);
  while (!isOver) {
    vi.advanceTimersByTime(1_000);
    await nextTurn();
  }
  return work;
}
