import { randomBytes } from "node:crypto";
import { closeSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Processes } from "../../shared/ports.ts";
import { HOUR_MS } from "../../shared/time.ts";
import type { WholeFiles } from "../../shared/whole-files.ts";
import { FILE_FORMAT } from "../../store/file/database-file.ts";
import { type Database, openForReading } from "../../store/file/driver.ts";
import {
  backupName,
  copiesOf,
  makeBackupFolder,
  namedBackups,
  unfinishedDailyCopies,
  unfinishedDailyNames,
} from "../../store/file/file-copies.ts";
import type { Backup, BackupOrigin, DailyCopy, MemoryBackups, WrittenBackup } from "../rules/memory-files.ts";
import { syncFolder } from "./new-file.ts";
import { commentOf, hasContentOf, isPacked, packFile } from "./packed-file.ts";
import { syncFile } from "./replace-file.ts";
import { previewRestore, restoreBackup } from "./restore-backup.ts";
import {
  copyMemory,
  dailyCopies,
  isDailyCopyDue,
  unverifiedCopy,
  writeBackup,
  writtenAt,
} from "./write-backup.ts";

/** All daily copies together may take this many times the bytes of the memory. */
const MOST_TIMES_THE_MEMORY = 2;

/** Longer than a copy takes. Of processes on another machine, as in a container, only this tells that they have ended. */
const ABANDONED_AFTER_MS = 3 * HOUR_MS;

/**
 * Makes the copy, packed, because several of them are to take little room. An erasure deletes what it finds of it: then it
 * cannot get its name, and is made another time.
 */
async function makeDailyCopy(
  path: string,
  at: Date,
  { keep, processes }: { readonly keep: number; readonly processes: Processes },
): Promise<DailyCopy> {
  if (keep === 0) return { state: "off" };
  if (!(await isDailyCopyDue(path, at))) return { state: "not due" };
  const target = backupName(path, at, "daily");
  makeBackupFolder(path);
  const { whole, packed } = unfinishedDailyNames(path, processes.own, randomBytes(4).toString("hex"));
  try {
    for (const file of [packed, whole]) closeSync(openSync(file, "wx", 0o600));
    if (isInHand(path, processes)) return { state: "in hand" };
    const { facts } = await copyMemory(path, whole, target, () => {});
    await packFile(whole, packed, { decisions: facts.decisions, format: facts.format });
    if (!(await hasContentOf(packed, whole))) throw unverifiedCopy(target);
    syncFile(packed);
    // Before the copy has its name: when the next one is due, nobody may look for what a killed process left.
    rmSync(whole, { force: true });
    renameSync(packed, target);
    syncFolder(dirname(target));
    const backup: WrittenBackup = { path: target, bytes: statSync(target).size, facts };
    return { state: "made", backup, removed: removeOldDailyCopies(path, keep) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { state: "in hand" };
    throw error;
  } finally {
    for (const file of [packed, whole]) rmSync(file, { force: true });
  }
}

/** Whether another process is making one. Deletes what processes left that have ended. */
function isInHand(path: string, processes: Processes): boolean {
  let isInHand = false;
  for (const { path: file, process } of unfinishedDailyCopies(path)) {
    if (process === processes.own) continue;
    if (processes.hasEnded(process) || Date.now() - writtenAt(file) > ABANDONED_AFTER_MS)
      rmSync(file, { force: true });
    else isInHand = true;
  }
  return isInHand;
}

/** The oldest go first. */
function removeOldDailyCopies(path: string, keep: number): string[] {
  const most = MOST_TIMES_THE_MEMORY * sizeOf(path);
  let bytes = 0;
  const removed = dailyCopies(path).filter((copy, i) => {
    bytes += sizeOf(copy.path);
    return i >= keep || bytes > most;
  });
  for (const copy of removed) rmSync(copy.path, { force: true });
  return removed.map((copy) => copy.path);
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** `keep` is how many daily copies there may be; with 0 none is made. */
interface BackupOptions {
  readonly keep: number;
  readonly files: WholeFiles;
  readonly processes: Processes;
}

/** The copies of the memory at a path. */
export function sqliteBackups(path: string, { keep, files, processes }: BackupOptions): MemoryBackups {
  return {
    write: (request) => writeBackup(path, request, files),
    list: () => listBackups(path),
    preview: (file, onProgress) => previewRestore(path, file, files, onProgress),
    restore: (file, options) => restoreBackup(path, file, files, options),
    async makeDaily(at, { largestBytes } = {}) {
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (largestBytes !== undefined && size > largestBytes) return { state: "too large" };
      return makeDailyCopy(path, at, { keep, processes });
    },
  };
}

async function listBackups(path: string): Promise<Backup[]> {
  const named = namedBackups(path);
  const besides = (await copiesOf(path)).map((file) => ({
    path: file,
    at: statSync(file).mtime,
    origin: originOf(file.slice(path.length)),
  }));
  const found = [...named, ...besides].sort((a, b) => b.at.getTime() - a.at.getTime());
  return Promise.all(
    found.map(async ({ path: file, at, origin }) => ({
      path: file,
      at,
      origin,
      bytes: statSync(file).size,
      decisions: await decisionsIn(file),
    })),
  );
}

/** A copy before an upgrade is of the format before. So is one before an import into a memory of that format. */
const originOf = (ending: string): BackupOrigin =>
  Number(/^\.v(\d+)/.exec(ending)?.[1]) < FILE_FORMAT ? "before upgrade" : "before import";

/** Packed copies say it in their first bytes. */
async function decisionsIn(file: string): Promise<number | undefined> {
  if (isPacked(file)) {
    const { decisions } = (commentOf(file) ?? {}) as { decisions?: unknown };
    return typeof decisions === "number" ? decisions : undefined;
  }
  let db: Database | undefined;
  try {
    db = await openForReading(`${pathToFileURL(file).href}?immutable=1`);
    const row = db.prepare("SELECT count(*) AS n FROM memories WHERE type = 'decision'").get();
    return Number((row as { n: number }).n);
  } catch {
    return undefined;
  } finally {
    db?.close();
  }
}
