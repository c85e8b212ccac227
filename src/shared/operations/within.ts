import type { Timers } from "../timers.ts";

/** Undefined if the work takes longer than somebody who waits has time for. It goes on meanwhile. */
export async function within<T>(ms: number, work: Promise<T>, timers: Timers): Promise<T | undefined> {
  let cancel = (): void => {};
  const late = new Promise<undefined>((resolve) => {
    cancel = timers.after(ms, () => resolve(undefined), { keepsAlive: true });
  });
  return Promise.race([work, late]).finally(cancel);
}
