import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { Fault } from "../../shared/errors.ts";
import type { Database } from "./driver.ts";
import type { OpenLog, WrittenAgain } from "./write-ahead-log.ts";

/** The reason of a fault after which this connection is of no use, and another one may find the memory. */
const FILE_GONE = "store_replaced";
const RESTART = "Stop everything that uses this memory, and start it again.";

interface FileWatch {
  /**
   * What is missing, for between transactions; undefined if nothing is. Mends a write-ahead log that was cut, if it can.
   */
  loss(consequence: string): Fault | undefined;
  /** Whether only another process that uses the file kept the last `loss` from mending the log. */
  isHeldUp(): boolean;
  /** For before a transaction: learns how long the log has to be. */
  expectLog(): void;
  /**
   * For within it. False if something is missing, or if others have emptied the log before this transaction had the lock;
   * `loss` says which.
   */
  isAsExpected(): boolean;
  /** For its end. False if what it writes would be lost. */
  mayCommit(): boolean;
  /** What is watched, by its identity and not by its name: the file and its log. */
  watched(): readonly string[];
  /** Drops what SQLite has locked in the file. Only for when the database is closed, or of no use any more. */
  close(): void;
}

/** For a temporary database, which has no name, and for one that is only read. */
export const NOT_WATCHED: FileWatch = {
  loss: () => undefined,
  isHeldUp: () => false,
  expectLog() {},
  isAsExpected: () => true,
  mayCommit: () => true,
  watched: () => [],
  close() {},
};

/**
 * Notices that the file, or its write-ahead log, was deleted, replaced or cut while it is open. SQLite does not: it has
 * pages in its memory and goes on writing, and everything would be gone at the end of the process.
 */
export function watchFile(path: string, log: OpenLog): FileWatch {
  // Windows does not let anybody delete an open file.
  if (path === "" || process.platform === "win32") return NOT_WATCHED;
  const logPath = `${path}-wal`;
  const first = found(path);
  let size = first?.size ?? 0;
  let logFile: string | undefined;
  let logSize = 0;
  let header: number | undefined;
  let mended: WrittenAgain = "done";

  // Closing it would drop the locks of SQLite, so it stays open.
  const opened = (): number => {
    header ??= openSync(path, "r");
    return header;
  };

  /** Only VACUUM makes a file smaller, and then its header says so. */
  const wasCut = (now: number): boolean =>
    now < size && now < (statedSize(opened()) ?? Number.POSITIVE_INFINITY);

  const fileLoss = (consequence: string): Fault | undefined => {
    const now = found(path);
    if (!now || identityOf(now) !== identityOf(first)) return replaced(path, consequence);
    if (wasCut(now.size)) return cut(path, now.size, consequence);
    // Until its first page is written back from the log, a new file is empty.
    if (now.size > 0 && !hasHeader(opened())) return overwritten(path, consequence);
    size = now.size;
    return undefined;
  };

  const hasExpectedLog = (): boolean => {
    const now = found(logPath);
    // It appears with the first write, and stays as long as anybody has the file open.
    logFile ??= identityOf(now);
    return identityOf(now) === logFile && (now?.size ?? 0) >= logSize;
  };

  const expectLog = (): void => {
    logSize = log.size();
  };

  /** Others may write to the log, or empty it, between the two looks at it. */
  const isLogWhole = (): boolean => {
    expectLog();
    return hasExpectedLog();
  };

  const logLoss = (consequence: string): Fault | undefined => {
    if ((isLogWhole() || isLogWhole()) && !log.hasGap()) return undefined;
    const now = fileIdentity(logPath);
    if (now === logFile) {
      mended = log.writeAgain();
      return mended === "done" ? undefined : cutLog(logPath, consequence);
    }
    // Helps as long as nobody has begun a new one.
    if (now === undefined) log.writeBack();
    return deletedLog(logPath, consequence);
  };

  return {
    loss(consequence) {
      mended = "done";
      return fileLoss(consequence) ?? logLoss(consequence);
    },
    isHeldUp: () => mended === "held up",
    expectLog,
    isAsExpected: () => fileLoss("") === undefined && hasExpectedLog(),
    mayCommit: () =>
      fileLoss("") === undefined &&
      (hasExpectedLog() || (fileIdentity(logPath) === logFile && log.holdAll())),
    watched: () => [identityOf(first), logFile].filter((one) => one !== undefined),
    close() {
      if (header !== undefined) closeSync(header);
      header = undefined;
    },
  };
}

const found = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

const identityOf = (file: Stats | undefined): string | undefined => file && `${file.dev}:${file.ino}`;

/** Of the file at a path, whatever its name. */
const fileIdentity = (path: string): string | undefined => identityOf(found(path));

function replaced(path: string, consequence: string): Fault {
  return new Fault(
    "unavailable",
    `The file ${path} was deleted or replaced while it was in use. ${consequence}`,
    {
      reason: FILE_GONE,
      hint: RESTART,
    },
  );
}

function cut(path: string, size: number, consequence: string): Fault {
  return new Fault(
    "unavailable",
    `The file ${path} was cut to ${size} bytes while it was in use. ${consequence}`,
    {
      reason: FILE_GONE,
      remedies: [{ remedy: "bring-back-memory" }],
    },
  );
}

function overwritten(path: string, consequence: string): Fault {
  return new Fault(
    "unavailable",
    `The beginning of the file ${path} was overwritten while it was in use. ${consequence}`,
    { reason: FILE_GONE, remedies: [{ remedy: "bring-back-memory" }] },
  );
}

function deletedLog(path: string, consequence: string): Fault {
  return new Fault("unavailable", `The file ${path} was deleted while it was in use. ${consequence}`, {
    reason: FILE_GONE,
    hint: RESTART,
  });
}

/** Another process may still have what was in it, and then mends it with its next write. */
function cutLog(path: string, consequence: string): Fault {
  return new Fault("unavailable", `The file ${path} was cut while it was in use. ${consequence}`, {
    reason: "store_log_cut",
    retryAfter: 1,
    hint: "What was written before may be missing. Try again, and if it stays so, stop everything that uses this memory and start it again.",
    remedies: [{ remedy: "examine-damage" }],
  });
}

/** By the identity of a file, not by its name: a memory that is brought back is another file. */
const givenUp = new Map<string, { readonly db: Database; readonly because: Fault }>();

/**
 * For a file that was lost under an open database, which is not closed then: SQLite would write what is in the log into
 * what is left of the file, and a recovery needs both as they are.
 */
export function giveUp(file: FileWatch, db: Database, because: Fault): void {
  for (const one of file.watched()) givenUp.set(one, { db, because });
}

/**
 * Another connection of this process would share locks with the one that was given up, and to a file that was put in
 * its place the old log does not belong. @throws Fault
 */
export function requireNotGivenUp(path: string): void {
  if (givenUp.size === 0) return;
  for (const one of [path, `${path}-wal`]) {
    const found = givenUp.get(fileIdentity(one) ?? "");
    if (found) throw found.because;
  }
}

export const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
const PAGE_SIZE_OFFSET = 16;
const PAGES_OFFSET = 28;

/** Whether the bytes are the beginning of a database, or as much of it as there is. */
export const beginsAsDatabase = (bytes: Buffer): boolean =>
  MAGIC.startsWith(bytes.toString("latin1", 0, Math.min(bytes.length, MAGIC.length)));

/** Whether an open file still begins as a database. */
function hasHeader(file: number): boolean {
  const bytes = Buffer.alloc(MAGIC.length);
  return readSync(file, bytes, 0, MAGIC.length, 0) === MAGIC.length && beginsAsDatabase(bytes);
}

/**
 * How many bytes the header of an open file says it has; undefined if it has none. While a write-ahead log is written
 * back, the header can be ahead of the file.
 */
export function statedSize(file: number): number | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
  if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES || !beginsAsDatabase(header))
    return undefined;
  return header.readUInt32BE(PAGES_OFFSET) * pageSizeIn(header);
}

/** The header stores 65536 as 1, because it has two bytes for it. */
const pageSizeIn = (header: Buffer): number => {
  const stored = header.readUInt16BE(PAGE_SIZE_OFFSET);
  return stored === 1 ? 65_536 : stored;
};
