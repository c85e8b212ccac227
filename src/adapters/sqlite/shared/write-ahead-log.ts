import { setTimeout as wait } from "node:timers/promises";
import type { Connection } from "./connection.ts";

const PAUSE_MS = 20;

/**
 * Old frames of the write-ahead log still contain erased text until they are overwritten. Truncating the log only works
 * while nobody reads from it, so this tries for a while. False if somebody still reads then.
 */
export async function emptyWriteAheadLog(connection: Connection, patienceMs: number): Promise<boolean> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const [row] = await connection.outsideTransaction("PRAGMA wal_checkpoint(TRUNCATE)");
    if (row?.["busy"] === 0) return true;
    if (performance.now() >= until) return false;
    await wait(PAUSE_MS);
  }
}
