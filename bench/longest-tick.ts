import { setTimeout as wait } from "node:timers/promises";

const EVERY_MS = 2;

/**
 * Does the work, and says how late a timer was at worst meanwhile: a `ping` would have waited as long. While others have
 * the processor nothing is counted, because no tick was held up for longer than this process computed.
 */
export async function longestTick<T>(work: () => Promise<T>): Promise<{ worst: number; result: T }> {
  let running = true;
  const ticking = (async () => {
    let worst = 0;
    while (running) {
      const started = performance.now();
      const used = process.cpuUsage();
      await wait(EVERY_MS);
      const late = performance.now() - started - EVERY_MS;
      const { user, system } = process.cpuUsage(used);
      worst = Math.max(worst, Math.min(late, (user + system) / 1_000));
    }
    return worst;
  })();
  try {
    const result = await work();
    running = false;
    return { worst: await ticking, result };
  } finally {
    running = false;
  }
}
