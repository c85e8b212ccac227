import { randomBytes } from "node:crypto";
import { closeSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DailyCopy, WrittenBackup } from "../../../domain/repair/memory-backups.ts";
import type { Processes } from "../../../domain/shared/ports.ts";
import { HOUR_MS } from "../../../domain/shared/time.ts";
import { fileKind } from "../database-file.ts";
import { syncFolder } from "../new-file.ts";
import {
  backupName,
  makeBackupFolder,
  namedBackups,
  unfinishedDailyCopies,
  unfinishedDailyNames,
} from "../shared/backup-names.ts";
import { whyReadOnly } from "../shared/read-only-file.ts";
import { hasContentOf, packFile } from "./packed-file.ts";
import { syncFile } from "./replace-file.ts";
import { connectTo, copyMemory, unverifiedCopy } from "./write-backup.ts";

/** Less than a day, so that somebody who works at the same time every day gets one every day. */
const APART_MS = 20 * HOUR_MS;
/** All daily copies together may take this many times the bytes of the memory. */
const MOST_TIMES_THE_MEMORY = 2;

/** Longer than a copy takes. Of processes on another machine, as in a container, only this tells that they have ended. */
const ABANDONED_AFTER_MS = 3 * HOUR_MS;

/**
 * Whether something was written since the last daily copy, and that one is old enough. The first one is made when the memory
 * is that old. Looks at names and times only, if there is a copy.
 */
export async function isDailyCopyDue(path: string, at: Date): Promise<boolean> {
  if (fileKind(path) !== "ours" || whyReadOnly(path) !== undefined) return false;
  const [newest] = dailyCopies(path);
  if (!newest) return at.getTime() - (await beginningOf(path, at)).getTime() >= APART_MS;
  if (at.getTime() - newest.at.getTime() < APART_MS) return false;
  return lastWrite(path) > newest.at.getTime();
}

/**
 * Makes the copy, packed, because several of them are to take little room. An erasure deletes what it finds of it: then it
 * cannot get its name, and is made another time.
 */
export async function makeDailyCopy(
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

const dailyCopies = (path: string) => namedBackups(path).filter(({ origin }) => origin === "daily");

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** The file itself changes when the write-ahead log is written back. */
const lastWrite = (path: string): number => Math.max(writtenAt(path), writtenAt(`${path}-wal`));

const writtenAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

async function beginningOf(path: string, now: Date): Promise<Date> {
  const memory = await connectTo(path);
  try {
    const first = await memory.read((sql) => sql.get("SELECT at FROM audit ORDER BY seq LIMIT 1"));
    return first ? new Date(Number(first["at"])) : now;
  } finally {
    await memory.close();
  }
}
