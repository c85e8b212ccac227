import { Fault } from "../../shared/errors.ts";
import { UPDATE_NEEDED } from "./database-file.ts";
import { sqliteCode } from "./driver.ts";

const BUSY = 5;
const LOCKED = 6;
const READ_ONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;

export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === BUSY || code === LOCKED;
}

/** Whether the file was upgraded by a newer program while this one had it open. */
const wasUpgraded = (error: unknown): boolean =>
  String((error as { message?: unknown } | undefined)?.message).includes(UPDATE_NEEDED);

/** The file cannot be trusted any more. What helps depends on how much of it, which only a look at all of it says. */
export function damagedFile(path: string, cause?: unknown): Fault {
  return new Fault("unavailable", `The memory file ${path} is damaged.`, {
    reason: "store_damaged",
    remedies: [{ remedy: "examine-damage" }],
    cause,
  });
}

/** The transaction is in the log, and only the power has to fail for it to be gone. */
export function failedSync(path: string, cause: unknown): Fault {
  return new Fault(
    "unavailable",
    `The disk answered with an error: what was written last to ${path} may be lost.`,
    {
      reason: "disk_error",
      hint: "Check the disk and its free space, then look whether it is there. Nothing more is written before the disk has all of it.",
      cause,
    },
  );
}

/** Others who use the file keep it from being put on disk as a whole, or the disk still answers with errors. */
export function notKeptYet(path: string, cause?: unknown): Fault {
  return new Fault(
    "unavailable",
    `The disk answered with an error before, and does not have all of ${path} yet: nothing was written.`,
    { reason: "disk_error", retryAfter: 1, hint: "Check the disk and its free space, and try again.", cause },
  );
}

/** Something happened to the file within a transaction, and it is in order again. */
export function changedMeanwhile(path: string): Fault {
  return new Fault("unavailable", `Somebody has changed ${path} meanwhile: nothing was written.`, {
    reason: "store_changed",
    retryAfter: 1,
    hint: "Try again.",
  });
}

/** Turns a driver error into a Fault. The driver's message goes to the log only. */
export function toFault(error: unknown, path: string): unknown {
  if (wasUpgraded(error)) {
    return new Fault("unavailable", "A newer Membria has upgraded the memory file meanwhile.", {
      reason: "newer_file",
      hint: "Nothing was written. Update Membria and start it again.",
      cause: error,
    });
  }
  switch (sqliteCode(error)) {
    case undefined:
      return error;
    case BUSY:
    case LOCKED:
      return new Fault(
        "unavailable",
        "The memory is busy: another process has held its write lock for too long.",
        {
          reason: "store_busy",
          retryAfter: 1,
          hint: "Nothing was written. Try again.",
          cause: error,
        },
      );
    case READ_ONLY:
    case CANNOT_OPEN:
      return new Fault("unavailable", `The memory file ${path} cannot be opened for writing.`, {
        reason: "store_not_writable",
        hint: "Check that you may write in its folder and that the limit of open files (`ulimit -n`) is not reached, or name another file in MEMBRIA_DB_PATH.",
        cause: error,
      });
    case FULL:
      return new Fault("unavailable", `The disk is full: nothing was written to ${path}.`, {
        reason: "disk_full",
        hint: "Free some space there and try again.",
        cause: error,
      });
    case CORRUPT:
    case NOT_A_DATABASE:
      return damagedFile(path, error);
    case IO_ERROR:
      return new Fault("unavailable", `The disk answered with an error: nothing was written to ${path}.`, {
        reason: "disk_error",
        hint: "Check the disk, its free space and the limit of file sizes (`ulimit -f`), and try again.",
        cause: error,
      });
    default:
      return Fault.from(error);
  }
}
