import { setTimeout as wait } from "node:timers/promises";
import type { Connection } from "./connection.ts";

const TRIES = 50;
const PAUSE_MS = 20;

/**
 * Old frames of the write-ahead log still contain erased text until they are overwritten. Truncating the log only works
 * while nobody reads from it. Reads are short, so one of the tries succeeds; otherwise the next erasure truncates it.
 */
export async function emptyWriteAheadLog(connection: Connection): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const [row] = await connection.outsideTransaction("PRAGMA wal_checkpoint(TRUNCATE)");
    if (row?.["busy"] === 0) return;
    await wait(PAUSE_MS);
  }
}
