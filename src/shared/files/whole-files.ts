import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Draft, DraftState, FileAccess, WholeFiles } from "../whole-files.ts";
import { runningProcesses } from "./running-processes.ts";

/** A draft says which process writes it, so that it is known when nobody does any more. */
const DRAFT = /^\.membria-([0-9a-f]{8}-\d+-[0-9a-f]{8})-[0-9a-f]{8}\.draft$/;
/** Longer than writing takes: another process may have got the id, and those of another machine are not known here. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;
/** Names that say nothing about their process, of versions up to 0.2.0. */
const OLDER_ABANDONED_AFTER_MS = 3_600_000;

export const wholeFiles: WholeFiles = {
  makeFolder: (folder) => makeFolder(folder),
  openDraft,
  isDraft: (name) => DRAFT.test(name),
  stateOf,
  sweepDrafts: (folder) => sweepDrafts(folder),
};

export async function writeWholeFile(file: string, contents: string, access: FileAccess): Promise<void> {
  const draft = await openDraft(file, access);
  try {
    await draft.write(contents);
    await draft.publish();
  } finally {
    await draft.abandon();
  }
}

export async function openDraft(file: string, access: FileAccess): Promise<Draft> {
  const folder = dirname(file);
  const path = join(folder, draftName());
  const replaced = access === "private" ? undefined : await stat(file).catch(() => undefined);
  // Nobody else reads a draft, not even at its first byte, unless everybody may read the file.
  const handle = await open(path, "wx", access === "ordinary" && !replaced ? 0o666 : 0o600);
  let state: "open" | "complete" | "published" | "abandoned" = "open";
  const draft: Draft = {
    path,
    write: (contents) => handle.writeFile(contents),
    async finish() {
      if (state !== "open") return;
      if (replaced) await handle.chmod(replaced.mode & 0o777);
      await handle.sync();
      await handle.close();
      state = "complete";
    },
    async publish() {
      await draft.finish();
      await rename(path, file);
      state = "published";
      await syncFolder(folder);
    },
    async abandon() {
      if (state === "published" || state === "abandoned") return;
      if (state === "open") await closeQuietly(handle);
      state = "abandoned";
      await unlink(path).catch(() => {});
    },
  };
  return draft;
}

const draftName = (): string => `.membria-${runningProcesses.own}-${randomBytes(4).toString("hex")}.draft`;

const closeQuietly = (handle: FileHandle): Promise<void> => handle.close().catch(() => {});

export async function makeFolder(folder: string, mode?: number): Promise<void> {
  const first = await mkdir(folder, { recursive: true, ...(mode !== undefined && { mode }) });
  if (first === undefined) return;
  for (let path = folder; path.length >= first.length; path = dirname(path)) await syncFolder(dirname(path));
}

/** A new name in a folder is on the disk only when the folder is. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  try {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await closeQuietly(handle);
    }
  } catch (error) {
    // Not every file system syncs folders, and not every folder may be read. The file is in its place either way.
    if ((error as NodeJS.ErrnoException).code === "EIO") throw error;
  }
}

async function stateOf(draft: string): Promise<DraftState> {
  const found = await stat(draft).catch(() => undefined);
  if (!found) return "gone";
  if (Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) return "abandoned";
  const [, owner = ""] = DRAFT.exec(basename(draft)) ?? [];
  return runningProcesses.hasEnded(owner) ? "abandoned" : "in use";
}

/** `older` are the names that earlier versions gave to drafts in this folder. */
export async function sweepDrafts(folder: string, older?: RegExp): Promise<string[]> {
  const kept: string[] = [];
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const path = join(folder, name);
    const state = DRAFT.test(name)
      ? await stateOf(path)
      : older?.test(name)
        ? await stateOfOlder(path)
        : "gone";
    if (state === "in use") kept.push(path);
    if (state === "abandoned") await unlink(path).catch(() => kept.push(path));
  }
  return kept;
}

async function stateOfOlder(path: string): Promise<DraftState> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return "gone";
  return Date.now() - found.mtimeMs < OLDER_ABANDONED_AFTER_MS ? "in use" : "abandoned";
}
