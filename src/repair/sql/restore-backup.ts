import { existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { Fault } from "../../shared/errors.ts";
import type { WholeFiles } from "../../shared/whole-files.ts";
import type { Queries } from "../../store/file/connection.ts";
import { FILE_FORMAT, fileKind } from "../../store/file/database-file.ts";
import { type Database, openDatabase } from "../../store/file/driver.ts";
import { isBusy } from "../../store/file/faults.ts";
import {
  formatOf,
  giveFreeName,
  namedBackups,
  setAsideName,
  unfinishedName,
} from "../../store/file/file-copies.ts";
import { actionsThat } from "../../store/log/audit-actions.ts";
import type { OnProgress, Restored, RestorePreview } from "../rules/memory-files.ts";
import { type CopyFacts, factsOf, inspectCopy, readCopy } from "./inspect-copy.ts";
import { syncFolder } from "./new-file.ts";
import { requireOwnSchema } from "./own-schema.ts";
import { damagedCopy, isPacked, startOf, unpackFile } from "./packed-file.ts";
import { connectUntouched, writeBackup } from "./write-backup.ts";

/** How many copies from before a restore are kept. */
const KEPT_COPIES = 3;

/** What is wrong with a memory of which no copy can be made, so that it is only set aside. */
const UNREADABLE: ReadonlySet<string> = new Set(["store_damaged", "damaged_copy", "foreign_file"]);

export async function previewRestore(
  path: string,
  file: string,
  files: WholeFiles,
  onProgress: OnProgress,
): Promise<RestorePreview> {
  return withUnpacked(path, file, files, onProgress, async (unpacked, { facts: backup }) => {
    const present = await presentFacts(path, unpacked);
    return { backup, erased: 0, revokedKeys: 0, ...present };
  });
}

/**
 * Puts the copy in the place of the memory, as a recovery does. Nobody else may have the memory open; whoever opens it
 * meanwhile notices at the next write that the file was replaced.
 */
export async function restoreBackup(
  path: string,
  file: string,
  files: WholeFiles,
  { at, onProgress }: { readonly at: Date; readonly onProgress: OnProgress },
): Promise<Restored> {
  await requireUnused(path);
  return withUnpacked(path, file, files, onProgress, async (unpacked, { facts }, finish) => {
    const copy = await copyBefore(path, at, files, onProgress);
    await requireUnused(path);
    await finish();
    const setAside = replaceWith(unpacked, path);
    if (copy === undefined) return { facts, setAside };
    // The copy has all of it, and was compared with it.
    if (setAside !== undefined) for (const end of ["", "-wal"]) rmSync(setAside + end, { force: true });
    return { facts, copy };
  });
}

/** The copy is checked as a whole file beside the memory, and deleted there unless it got the name of the memory. */
async function withUnpacked<T>(
  path: string,
  file: string,
  { makeFolder, openDraft, sweepDrafts }: WholeFiles,
  onProgress: OnProgress,
  work: (unpacked: string, found: CopyFacts, finish: () => Promise<void>) => Promise<T>,
): Promise<T> {
  requireCopy(file, path);
  await makeFolder(dirname(path));
  await sweepDrafts(dirname(path));
  const draft = await openDraft(path, "private");
  try {
    onProgress(0, 1, "checked");
    await unpackFile(file, draft.path);
    if (fileKind(draft.path) !== "ours") throw notACopy(file);
    // First, because a view in the place of a table would be read.
    await readCopy(draft.path, file, (sql) => requireOwnSchema(sql, formatOf(sql), file));
    const found = await inspectCopy(draft.path, file);
    onProgress(1, 1, "checked");
    return await work(draft.path, found, draft.finish);
  } finally {
    await draft.abandon();
  }
}

async function copyBefore(
  path: string,
  at: Date,
  files: WholeFiles,
  onProgress: OnProgress,
): Promise<string | undefined> {
  const kind = fileKind(path);
  if (kind === "absent" || kind === "empty") return undefined;
  try {
    const copy = await writeBackup(path, { replace: false, at, onProgress }, files, {
      origin: "before restore",
      open: connectUntouched,
    });
    const older = namedBackups(path).filter(({ origin }) => origin === "before restore");
    for (const one of older.slice(KEPT_COPIES)) rmSync(one.path, { force: true });
    return copy.path;
  } catch (error) {
    if (error instanceof Fault && UNREADABLE.has(error.reason ?? "")) return undefined;
    throw error;
  }
}

/** Of a memory that cannot be read, nothing is known. */
async function presentFacts(path: string, unpacked: string): Promise<Partial<RestorePreview>> {
  if (fileKind(path) !== "ours") return {};
  const memory = await connectUntouched(path);
  try {
    const present = await memory.read(factsOf);
    if (present.format !== FILE_FORMAT) return { present };
    return { present, ...(await countGone(unpacked, await memory.read(goneFrom))) };
  } catch (error) {
    if (error instanceof Fault && UNREADABLE.has(error.reason ?? "")) return {};
    throw error;
  } finally {
    await memory.close();
  }
}

/** How an export as JSON begins, which somebody may take for a copy. */
const EXPORT = '{"format":"membria-export"';

/** The ids of what a memory had once and has no longer. */
interface GoneIds {
  readonly erased: readonly unknown[];
  readonly revokedKeys: readonly unknown[];
}

function goneFrom(memory: Queries): GoneIds {
  const erased = memory.column<string>(
    "SELECT DISTINCT subject AS id FROM audit WHERE action IN (SELECT value FROM json_each(?))",
    JSON.stringify(actionsThat("removes")),
  );
  const revokedKeys = memory.column<string>("SELECT id FROM access_keys WHERE revoked_at IS NOT NULL");
  return { erased, revokedKeys };
}

/** How much of that a copy still has. */
function countGone(copy: string, gone: GoneIds): Promise<Record<keyof GoneIds, number>> {
  return readCopy(copy, copy, (sql) => {
    const count = (rows: string, ids: readonly unknown[]): number =>
      Number(
        sql.get(
          `SELECT count(*) AS n FROM ${rows} AND id IN (SELECT value FROM json_each(?))`,
          JSON.stringify(ids),
        )?.["n"],
      );
    const hasKeys = sql.get("SELECT 1 FROM sqlite_schema WHERE name = 'access_keys'") !== undefined;
    return {
      erased: count("memories WHERE TRUE", gone.erased),
      revokedKeys: hasKeys ? count("access_keys WHERE revoked_at IS NULL", gone.revokedKeys) : 0,
    };
  });
}

/** Reads the first bytes only. @throws Fault if the file is missing or cannot be a copy. */
function requireCopy(file: string, path: string): void {
  if (!existsSync(file)) {
    throw new Fault("not_found", `There is no file ${file}.`, {
      field: "file",
      received: file,
      reason: "unknown_file",
      remedies: [{ remedy: "list-backups" }],
    });
  }
  if (file === path) {
    throw new Fault("invalid", `${file} is the memory itself, not a copy of it.`, {
      field: "file",
      received: file,
      reason: "not_a_copy",
      remedies: [{ remedy: "list-backups" }],
    });
  }
  const kind = fileKind(file);
  if (kind === "ours") return;
  if (kind === "damaged" || kind === "empty") throw damagedCopy(file);
  if (isPacked(file)) return;
  throw notACopy(file);
}

function notACopy(file: string): Fault {
  const isExport = startOf(file, EXPORT.length).toString("latin1") === EXPORT;
  return new Fault("invalid", `${file} is not a copy of a Membria memory. Nothing was changed.`, {
    field: "file",
    received: file,
    reason: "foreign_file",
    remedies: [isExport ? { remedy: "import-json", file } : { remedy: "list-backups" }],
  });
}

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
