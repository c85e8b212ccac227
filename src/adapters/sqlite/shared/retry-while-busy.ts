import { setTimeout as wait } from "node:timers/promises";
import { isBusy } from "./faults.ts";

const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 40;

/** Retries while the file is locked. The pauses grow and vary at random, so that waiting processes spread out. */
export async function retryWhileBusy<T>(deadline: number, attempt: () => T | Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.6, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await wait(pause * (0.5 + Math.random()));
  }
}
