import { setTimeout as wait } from "node:timers/promises";
import type { Connection } from "./connection.ts";

const TRIES = 50;
const PAUSE_MS = 20;

/**
 * Older frames of the write-ahead log still hold what was erased, and stay until they are overwritten. Emptying it needs
 * a moment in which nobody reads from it. Reads are short, so one comes soon; where none comes, the next time does it.
 */
export async function emptyWriteAheadLog(connection: Connection): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const [row] = await connection.outside("PRAGMA wal_checkpoint(TRUNCATE)");
    if (row?.["busy"] === 0) return;
    await wait(PAUSE_MS);
  }
}
