import { close, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";
import type { Fault } from "../../../domain/shared/errors.ts";
import { failedSync } from "./faults.ts";

/** Puts the write-ahead log of a file on disk, on another thread, so that this one can go on meanwhile. */
export interface LogSync {
  /** Whether a sync failed: what is written later may be lost with what was written before. */
  hasFailed(): boolean;
  /** For when all that was in the log is in the file, and the log is empty. @throws if that cannot be synced either. */
  recover(): Promise<void>;
  /** Whether it can. Not before SQLite has made the log, and not if no more files can be opened. */
  isReady(): boolean;
  /** Resolves when everything that is in the log now is on disk. Who asks while another sync runs shares the next one. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

const [syncFile, closeFile] = [promisify(fdatasync), promisify(close)];

export function syncLog(path: string, shownAs: string): LogSync {
  let log: number | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let failure: Fault | undefined;

  const start = (): Promise<void> => {
    next = undefined;
    // An error is reported once. The next sync would seem to work, and leave out what this one did.
    if (failure) return Promise.reject(failure);
    running = syncFile(log as number)
      .catch((error: unknown) => {
        failure ??= failedSync(shownAs, error);
        throw failure;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  return {
    hasFailed: () => failure !== undefined,
    async recover() {
      await syncFile(log as number);
      failure = undefined;
    },
    isReady() {
      // Windows syncs only what was opened for writing.
      if (log === undefined && process.platform !== "win32") log = openedLog(path);
      return log !== undefined;
    },
    async sync() {
      if (!running) return start();
      // What was written after it began may be missing in it.
      next ??= running.then(start, start);
      return next;
    },
    async close() {
      await (next ?? running)?.catch(() => {});
      if (log !== undefined) await closeFile(log);
      log = undefined;
    },
  };
}

/** Only the files beside the log have locks, which closing another descriptor would drop. */
function openedLog(path: string): number | undefined {
  try {
    return openSync(`${path}-wal`, "r");
  } catch {
    return undefined;
  }
}
