import { randomBytes } from "node:crypto";
import type { RemainingText } from "../../shared/erasure.ts";
import { Fault } from "../../shared/errors.ts";
import type { Log } from "../../shared/ports.ts";
import type { Connection, Sql } from "./connection.ts";
import { eraseDailyCopies } from "./file-copies.ts";
import { emptyWriteAheadLog } from "./write-ahead-log.ts";

/** The fact that something was erased whose text may still be in free pages or in the write-ahead log. */
const PENDING = "erasure_pending";
/** Before the value of the fact when only the write-ahead log has to be emptied. */
const REWRITTEN = "rewritten:";
/** Reads of Membria are short, so a reader that takes longer than this is another program. */
const PATIENCE_MS = 2_000;

/** Does the work of an erasure in one transaction, and then removes the old text from the disk. */
export async function erase<T extends object>(
  connection: Connection,
  work: (sql: Sql) => T,
): Promise<T & { remaining?: RemainingText | undefined; removedCopies?: number | undefined }> {
  const erased = await connection.write((sql) => {
    const result = work(sql);
    noteErasure(sql);
    return result;
  });
  const { removed } = eraseDailyCopies(connection.path);
  const remaining = await removeErasedText(connection, PATIENCE_MS);
  return { ...erased, ...(remaining && { remaining }), ...(removed > 0 && { removedCopies: removed }) };
}

/** Notes in the transaction of an erasure that its text may still be on the disk. */
export function noteErasure(sql: Sql): void {
  // Each erasure has a value of its own: whoever finished an earlier one must not remove this note.
  const note = randomBytes(8).toString("hex");
  sql.run(
    "INSERT INTO facts (name, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2",
    PENDING,
    note,
  );
}

/**
 * Deletes the daily copies, rewrites the file without its free pages and empties the write-ahead log, if something was
 * erased and this was not done since. Undefined if nothing is left to do.
 */
export async function removeErasedText(
  connection: Connection,
  patienceMs: number,
): Promise<RemainingText | undefined> {
  const file = connection.path;
  try {
    const note = await connection.read(pendingErasure);
    if (note === undefined) return undefined;
    const rewritten = note.startsWith(REWRITTEN);
    // A copy that is made after the erasure does not have the text.
    const left = rewritten ? undefined : eraseDailyCopies(file).left;
    if (left !== undefined) return { file: left, because: "in_use" };
    // Goes on beside readers, but not beside a writer.
    if (!rewritten) await connection.writeOutsideTransaction("VACUUM");
    if (await emptyWriteAheadLog(connection, patienceMs)) {
      await replaceNote(connection, note, undefined);
      return undefined;
    }
    if (!rewritten) await replaceNote(connection, note, REWRITTEN + note);
    return { file, because: "in_use" };
  } catch (error) {
    // The erasure itself is on the disk, so this must not look like a failure of it.
    if (!(error instanceof Fault) || error.code === "internal") throw error;
    return { file, because: error.reason === "store_busy" ? "in_use" : "disk" };
  }
}

/** The note of an erasure whose text may still be in the file. */
export function pendingErasure(sql: Sql): string | undefined {
  return sql.value<string | undefined>("SELECT value FROM facts WHERE name = ?", PENDING);
}

/** Leaves the note alone if another erasure has replaced it meanwhile. */
function replaceNote(connection: Connection, note: string, by: string | undefined): Promise<void> {
  return connection.write((sql) =>
    by === undefined
      ? sql.run("DELETE FROM facts WHERE name = ? AND value = ?", PENDING, note)
      : sql.run("UPDATE facts SET value = ? WHERE name = ? AND value = ?", by, PENDING, note),
  );
}

/** Longer than an erasure itself tries, so that the two do not meet. */
const PAUSE_MS = 5_000;

export interface ErasureFinisher {
  /** Looks a while later whether something has to be finished. */
  lookLater(): void;
  /** Resolves when the attempt that runs now, if any, has ended. */
  settled(): Promise<void>;
  /** Tries a last time if an attempt was due. */
  stop(): Promise<void>;
}

/**
 * Finishes erasures whose text could not be removed at once: of this process, or of one that has ended. It looks when the
 * memory is opened and after writes, and goes on until it is done. An attempt that finds a reader gives up at once.
 */
export function finishErasures(connection: Connection, log: Log, pauseMs = PAUSE_MS): ErasureFinisher {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let attempts = Promise.resolve();

  const attempt = async (): Promise<void> => {
    try {
      if (await removeErasedText(connection, 0)) lookLater();
    } catch (error) {
      log.warn("The text of an erased record could not be removed from the file yet.", { error });
    }
  };
  const attemptNext = (): void => {
    attempts = attempts.then(attempt);
  };
  const lookLater = (): void => {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      attemptNext();
    }, pauseMs);
    timer.unref();
  };

  attemptNext();
  return {
    lookLater,
    settled: () => attempts,
    async stop() {
      stopped = true;
      if (timer) attemptNext();
      clearTimeout(timer);
      timer = undefined;
      await attempts;
    },
  };
}
