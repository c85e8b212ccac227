import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { Fault } from "../../../domain/shared/errors.ts";
import { syncFolder } from "../new-file.ts";
import { type Database, openDatabase } from "../shared/driver.ts";
import { isBusy } from "../shared/faults.ts";
import { giveFreeName, setAsideName, unfinishedName } from "../shared/file-copies.ts";

const LOCK_WAIT_MS = 2_000;

/**
 * Gives the old file another name, with its write-ahead log, and puts the new one in its place. Returns the other name;
 * undefined if there was no file.
 */
export function replaceWith(target: string, path: string): string | undefined {
  const hasFile = existsSync(path);
  const log = `${path}-wal`;
  let setAside: string | undefined;
  if (hasFile) setAside = giveFreeName(path, (n) => setAsideName(path, n));
  else if (existsSync(log)) setAside = giveFreeName(log, (n) => setAsideName(path, n, "-wal"));
  if (hasFile && existsSync(log)) linkSync(log, `${setAside}-wal`);
  for (const end of ["-wal", "-shm", "-journal"]) rmSync(path + end, { force: true });
  renameSync(target, path);
  syncFolder(dirname(path));
  return setAside;
}

/**
 * Only a process that is alone with the file gets the exclusive lock. It is asked for under another name of the file, so
 * that SQLite leaves the write-ahead log alone. A file that SQLite cannot open is in nobody's use. @throws Fault
 */
export async function requireUnused(path: string): Promise<void> {
  if (!existsSync(path)) return;
  const probe = unfinishedName(path);
  let db: Database | undefined;
  try {
    linkSync(path, probe);
    db = await openDatabase(probe, LOCK_WAIT_MS);
    db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK");
  } catch (error) {
    if (!isBusy(error)) return;
    throw new Fault("unavailable", `Another process has the memory file ${path} open. Nothing was changed.`, {
      reason: "store_in_use",
      hint: "Stop the clients and servers that use this memory, and try again.",
      cause: error,
    });
  } finally {
    db?.close();
    for (const end of ["", "-wal", "-shm"]) rmSync(probe + end, { force: true });
  }
}

export function syncFile(file: string): void {
  const handle = openSync(file, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
