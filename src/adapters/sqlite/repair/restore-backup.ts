import { rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Restored, RestorePreview } from "../../../domain/repair/memory-backups.ts";
import type { OnProgress } from "../../../domain/repair/memory-files.ts";
import { Fault } from "../../../domain/shared/errors.ts";
import type { WholeFiles } from "../../../domain/shared/whole-files.ts";
import { fileKind } from "../database-file.ts";
import { namedBackups } from "../shared/backup-names.ts";
import { FILE_FORMAT } from "../shared/file-format.ts";
import {
  type CopyFacts,
  countGone,
  factsOf,
  goneFrom,
  inspectCopy,
  notACopy,
  requireCopy,
} from "./inspect-copy.ts";
import { unpackFile } from "./packed-file.ts";
import { replaceWith, requireUnused } from "./replace-file.ts";
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
