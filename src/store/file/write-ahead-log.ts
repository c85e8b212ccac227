import { close, fdatasync, openSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { Fault } from "../../shared/errors.ts";
import type { Connection } from "./connection.ts";
import { type Database, type Statement, tellsFrames } from "./driver.ts";
import { failedSync, isBusy } from "./faults.ts";

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

const LOG_HEADER = 32;
const FRAME_HEADER = 24;

/** SQLite's usual one, in KiB as a negative number. */
const USUAL_CACHE = -2_000;
/** As much as needed. */
const LARGEST_CACHE = -2_000_000;

/** `held up`: another process is in the way now, and later it may be done. */
export type WrittenAgain = "done" | "held up" | "impossible";

/** The write-ahead log of an open database. All but `holdAll` is for between transactions. */
export interface OpenLog {
  /** How many bytes the file of the log has to have; 0 if it is not known. */
  size(): number;
  writeBack(): void;
  /**
   * For a log that was cut within a transaction, which would write behind the gap: takes every page into memory first. Not
   * until then can it be committed, and `writeAgain` has to follow. False if a page is nowhere to be had.
   */
  holdAll(): boolean;
  /**
   * For a log that was cut: writes every page again, also those that only SQLite still has in its memory, first behind the
   * gap and then into the file. Impossible if a page is nowhere to be had.
   */
  writeAgain(): WrittenAgain;
  /** Whether pages are only in memory or behind a gap: a crash now would lose them. */
  hasGap(): boolean;
}

export function openLog(db: Database): OpenLog {
  let frames: Statement | undefined;
  let frameSize = 0;
  let gap: "open" | "written behind" | undefined;

  const firstValue = (sql: string): unknown => Object.values(db.prepare(sql).get() as object)[0];

  return {
    size() {
      try {
        if (!frames && !tellsFrames(String(firstValue("SELECT sqlite_version()")))) return 0;
        frames ??= db.prepare("PRAGMA wal_checkpoint(NOOP)");
        // Without a log it is -1.
        const { log } = frames.get() as { log: number };
        if (log <= 0) return 0;
        frameSize ||= FRAME_HEADER + Number(firstValue("PRAGMA page_size"));
        return LOG_HEADER + log * frameSize;
      } catch {
        // Whatever uses the database next fails in the same way, and tells it.
        return 0;
      }
    },
    writeBack: () => writeBackLog(db, "FULL"),
    holdAll() {
      try {
        db.exec(`PRAGMA cache_size = ${LARGEST_CACHE}`);
        if (firstValue("PRAGMA quick_check(1)") !== "ok") return false;
        gap = "open";
        return true;
      } catch {
        return false;
      }
    },
    writeAgain() {
      try {
        if (gap !== "written behind") db.exec("VACUUM");
        gap = "written behind";
        if (firstValue("PRAGMA wal_checkpoint(TRUNCATE)") !== 0) return "held up";
        gap = undefined;
        db.exec(`PRAGMA cache_size = ${USUAL_CACHE}`);
        return "done";
      } catch (error) {
        return isBusy(error) ? "held up" : "impossible";
      }
    },
    hasGap: () => gap !== undefined,
  };
}

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

/**
 * Writes the write-ahead log back into the file, because the driver for Node 20 releases the file only when its
 * statements are garbage-collected. After this, a memory that nobody has open is complete in its one file.
 */
export function closeDatabase(db: Database): void {
  writeBackLog(db, "TRUNCATE");
  db.close();
}

export function writeBackLog(db: Database, mode: "PASSIVE" | "FULL" | "TRUNCATE"): void {
  try {
    db.exec(`PRAGMA wal_checkpoint(${mode})`);
  } catch {
    // Another process has the file open and will do it.
  }
}
