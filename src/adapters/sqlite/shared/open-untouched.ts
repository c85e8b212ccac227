import { copyFile, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Database, openForReading } from "./driver.ts";

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
