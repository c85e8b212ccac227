import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname } from "node:path";
import type { MemoryFiles } from "../../../domain/repair/memory-files.ts";
import { Fault } from "../../../domain/shared/errors.ts";
import { syncFolder } from "../new-file.ts";
import { type Database, openDatabase } from "../shared/driver.ts";
import { isBusy } from "../shared/faults.ts";
import { giveFreeName, setAsideName, unfinishedName } from "../shared/file-copies.ts";
import { examineFile, reportOnCopy } from "./examine-file.ts";
import { salvageFile } from "./salvage-file.ts";

const LOCK_WAIT_MS = 2_000;

/** The file of the memory at a path, for those who mend it. */
export function sqliteFiles(path: string): MemoryFiles {
  return {
    examine: (onProgress) => examineFile(path, onProgress),
    async salvage({ dryRun, at, onProgress }) {
      const target = dryRun ? undefined : unfinishedName(path);
      try {
        if (target !== undefined) await requireUnused(path);
        const recovery = await salvageFile(path, target, at, onProgress);
        if (!recovery) throw nothingThere(path);
        return target === undefined ? recovery : { ...recovery, setAside: replaceWith(target, path) };
      } finally {
        if (target !== undefined) rmSync(target, { force: true });
      }
    },
    async bringBack(copy) {
      const { isWhole } = await reportOnCopy(requireThere(copy));
      if (!isWhole) throw damagedCopy(copy);
      await requireUnused(path);
      const target = unfinishedName(path);
      try {
        copyFileSync(copy, target);
        sync(target);
        return replaceWith(target, path);
      } finally {
        rmSync(target, { force: true });
      }
    },
  };
}

/**
 * Gives the old file another name, with its write-ahead log, and puts the new one in its place. Returns the other name;
 * undefined if there was no file.
 */
function replaceWith(target: string, path: string): string | undefined {
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
async function requireUnused(path: string): Promise<void> {
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

function sync(file: string): void {
  const handle = openSync(file, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function requireThere(copy: string): string {
  if (existsSync(copy)) return copy;
  throw new Fault("not_found", `There is no file ${copy}.`, {
    field: "from",
    received: copy,
    reason: "unknown_file",
    remedies: [{ remedy: "examine-damage" }],
  });
}

function damagedCopy(copy: string): Fault {
  return new Fault("conflict", `The copy ${copy} is damaged, or is not a memory. Nothing was changed.`, {
    field: "from",
    reason: "damaged_copy",
    hint: "Use another copy.",
    remedies: [{ remedy: "examine-damage" }],
  });
}

function nothingThere(path: string): Fault {
  return new Fault("not_found", `Nothing of a memory can be read in ${path}. Nothing was changed.`, {
    reason: "nothing_to_recover",
    hint: "Only a copy of the file helps.",
    remedies: [{ remedy: "examine-damage" }],
  });
}
