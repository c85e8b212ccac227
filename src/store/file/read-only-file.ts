import { accessSync, constants, existsSync, statSync } from "node:fs";
import { copyFile, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Fault } from "../../shared/errors.ts";
import { systemCause } from "../../shared/system-errors.ts";
import { type Connection, connect, keeper } from "./connection.ts";
import { type Database, openForReading } from "./driver.ts";
import { toFault } from "./faults.ts";

/** Why a memory that exists can only be read, as the end of a sentence; undefined if it can be written. */
export function whyReadOnly(path: string): string | undefined {
  const file = whyNotWritable(path);
  if (file !== undefined) return `it ${file}`;
  // SQLite makes the write-ahead log there, unless it was left by others.
  if (existsSync(`${path}-wal`) && existsSync(`${path}-shm`)) return undefined;
  const folder = whyNotWritable(dirname(path));
  return folder === undefined ? undefined : `its folder ${folder}`;
}

function whyNotWritable(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return systemCause(error)?.reason === "read_only_disk"
      ? "is on a disk that can only be read"
      : "may not be written by you";
  }
}

/** A connection that reads the file without writing anything beside it. Every write is refused. */
export async function connectForReading(path: string, because: string): Promise<Connection> {
  const opened = await openForReadingOnly(path).catch((error: unknown) => {
    throw toFault(error, path);
  });
  const connection = await connect(path, { open: async () => opened.db, onlyReads: true });
  const refuse = async (): Promise<never> => {
    throw readOnlyFile(path, because);
  };
  const reading: Connection = {
    ...connection,
    readOnlyBecause: because,
    kept: keeper(() => reading),
    async read(work) {
      opened.requireUnchanged();
      return connection.read(work);
    },
    write: refuse,
    writeSoon: refuse,
    writeOutsideTransaction: refuse,
    async close() {
      await connection.close();
      await opened.close();
    },
  };
  return reading;
}

interface OpenedForReading {
  readonly db: Database;
  requireUnchanged(): void;
  close(): Promise<void>;
}

/** Beside somebody who writes, SQLite reads with the help of their log. Otherwise the file has to stay as it is. */
async function openForReadingOnly(path: string): Promise<OpenedForReading> {
  const beside = existsSync(`${path}-shm`) ? await openBesideLog(path) : undefined;
  if (beside) return { db: beside, requireUnchanged: () => {}, close: async () => {} };
  const state = stateOf(path);
  const { db, removeCopy } = await openUntouched(path);
  return {
    db,
    requireUnchanged() {
      if (stateOf(path) !== state) throw changedFile(path);
    },
    close: removeCopy,
  };
}

async function openBesideLog(path: string): Promise<Database | undefined> {
  const db = await openForReading(path);
  try {
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    return db;
  } catch {
    db.close();
    return undefined;
  }
}

function stateOf(path: string): string {
  return [path, `${path}-wal`]
    .map((file) => statSync(file, { throwIfNoEntry: false }))
    .map((found) => (found && found.size > 0 ? `${found.ino}:${found.size}:${found.mtimeMs}` : ""))
    .join(" ");
}

/** What to do so that a memory can be written again. */
export const MAKE_WRITABLE =
  "Change the permissions of the file and its folder, or name a place where you may write in MEMBRIA_HOME or MEMBRIA_DB_PATH.";

function readOnlyFile(path: string, because: string): Fault {
  return new Fault("unavailable", `The memory file ${path} is read-only: ${because}. Nothing was written.`, {
    reason: "store_read_only",
    hint: `Reading works. ${MAKE_WRITABLE}`,
  });
}

/** A file of an older format, which has to be upgraded before it can be read. */
export function olderReadOnlyFile(path: string, because: string): Fault {
  return new Fault(
    "unavailable",
    `The memory file ${path} has to be upgraded before this version can read it, and it is read-only: ${because}.`,
    { reason: "store_read_only", hint: MAKE_WRITABLE },
  );
}

function changedFile(path: string): Fault {
  return new Fault("unavailable", `Somebody else has written to the memory file ${path} meanwhile.`, {
    reason: "store_replaced",
    hint: "You may only read it, and see what is new after a restart.",
  });
}

/** Folders in the system's temporary folder, which mkdtemp creates for the user alone. */
const COPIES = "membria-import-";
/** Longer than any import takes. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

interface Untouched {
  readonly db: Database;
  /** Of the file that is read: the database, or a copy of it. */
  readonly path: string;
  /** Removes the copy, if there is one. For when the database is closed. */
  removeCopy(): Promise<void>;
}

/**
 * Opens a database without changing a byte of it or its folder. `immutable` reads only the database file and changes
 * nothing, but it misses a write-ahead log. Reading the log would change its index, so in that case both files are copied
 * and the copy is read.
 */
export async function openUntouched(path: string): Promise<Untouched> {
  const log = await stat(`${path}-wal`).catch(() => undefined);
  if (!log || log.size === 0) {
    const db = await openForReading(`${pathToFileURL(path).href}?immutable=1`);
    return { db, path, removeCopy: async () => {} };
  }
  await removeAbandonedCopies();
  const folder = await mkdtemp(join(tmpdir(), COPIES));
  const copy = join(folder, basename(path));
  await copyFile(path, copy);
  await copyFile(`${path}-wal`, `${copy}-wal`);
  const db = await openForReading(copy);
  return { db, path: copy, removeCopy: () => rm(folder, { recursive: true, force: true }) };
}

/** Of imports that were killed. Those of other users cannot be removed, and are left to them. */
async function removeAbandonedCopies(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(COPIES)) continue;
    const folder = join(tmpdir(), name);
    const { mtimeMs = Date.now() } = (await stat(folder).catch(() => undefined)) ?? {};
    if (Date.now() - mtimeMs < ABANDONED_AFTER_MS) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}
