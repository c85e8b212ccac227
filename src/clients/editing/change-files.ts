/** Plans and carries out changes to files of clients, and keeps receipts to undo them. */

import { createHash } from "node:crypto";
import { readFile, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { WholeFiles } from "../../shared/whole-files.ts";
import type { Scope, SettingsFile } from "../client.ts";
import type { FileChange, FileProblem } from "../client-files.ts";
import { readState, refused, Unusable } from "./file-state.ts";
import { textWith, textWithout } from "./settings-texts.ts";

/** Plans the text with which the file has everything of ours. */
export async function planInstallation(file: SettingsFile, receipts: Receipts): Promise<FileChange> {
  const { writtenPath, text } = await readState(file.path);
  const after = textWith(text, file);
  const change = { path: file.path, writtenPath, before: text, after };
  if (text === undefined) return { ...change, kind: "create", original: null };
  if (after === text) return { ...change, kind: "none" };
  const receipt = await receipts.of(writtenPath);
  const isAsLeft = receipt?.after === digestOf(text);
  const original = isAsLeft ? receipt.before : (textWithout(text, file, receipt?.before) ?? null);
  return { ...change, kind: "change", original };
}

/** Plans the text with which the file has nothing of ours. */
export async function planRemoval(file: SettingsFile, receipts: Receipts): Promise<FileChange> {
  const { writtenPath, text } = await readState(file.path);
  const same: FileChange = { path: file.path, writtenPath, kind: "none", before: text, after: text };
  if (text === undefined) return same;
  const receipt = await receipts.of(writtenPath);
  if (receipt?.after === digestOf(text)) {
    const { before } = receipt;
    return before === null
      ? { ...same, kind: "delete", after: undefined }
      : { ...same, kind: "restore", after: before };
  }
  const after = textWithout(text, file, receipt?.before);
  if (after === undefined) return { ...same, kind: "delete", after };
  return { ...same, kind: after === text ? "none" : "change", after };
}

/** A file that cannot be used does not keep the others from being changed. */
export async function unlessUnusable(
  file: SettingsFile,
  plan: (file: SettingsFile) => Promise<FileChange>,
): Promise<FileChange> {
  try {
    return await plan(file);
  } catch (error) {
    return { path: file.path, writtenPath: file.path, kind: "none", problem: problemOf(error) };
  }
}

export function problemOf(error: unknown): FileProblem {
  if (error instanceof Unusable) return error.problem;
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === "string" && /^E[A-Z]+$/.test(code))
    return refused(error as NodeJS.ErrnoException).problem;
  throw error;
}

interface Outcome {
  readonly backup?: string | undefined;
  readonly problem?: FileProblem;
}

export async function carryOut(
  change: FileChange,
  scope: Scope,
  receipts: Receipts,
  files: WholeFiles,
): Promise<Outcome> {
  if (change.kind === "none") return {};
  try {
    const now = await readState(change.path);
    // Clients write to their files as well, and the person may have thought about the question for long.
    if (now.text !== change.before || now.writtenPath !== change.writtenPath) throw changedMeanwhile();
    return change.original === undefined
      ? await remove(change, scope, receipts, files)
      : await install(change, change.original, scope, receipts, files);
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

async function install(
  { writtenPath, after = "" }: FileChange,
  original: string | null,
  scope: Scope,
  receipts: Receipts,
  files: WholeFiles,
): Promise<Outcome> {
  const known = await receipts.of(writtenPath);
  const folders = known?.folders ?? (await missingFolders(dirname(writtenPath)));
  const backup = await receipts.keep({
    path: writtenPath,
    before: original,
    after: digestOf(after),
    folders,
  });
  await files.makeFolder(dirname(writtenPath));
  // Of an installation that was killed here.
  await files.sweepDrafts(dirname(writtenPath));
  await writeWhole(writtenPath, after, scope, files);
  return { backup };
}

async function remove(
  { writtenPath, after }: FileChange,
  scope: Scope,
  receipts: Receipts,
  files: WholeFiles,
): Promise<Outcome> {
  const known = await receipts.of(writtenPath);
  if (after === undefined) await rm(writtenPath);
  else await writeWhole(writtenPath, after, scope, files);
  await receipts.discard(writtenPath);
  // Those that hold something else by now stay.
  for (const folder of [...(known?.folders ?? [])].reverse()) await rmdir(folder).catch(() => {});
  return {};
}

/** A file of the person may get keys later, which are nobody else's. One of a project is for everybody. */
async function writeWhole(path: string, text: string, scope: Scope, files: WholeFiles): Promise<void> {
  const draft = await files.openDraft(path, scope === "user" ? "private if new" : "ordinary");
  try {
    await draft.write(text);
    await draft.publish();
  } finally {
    await draft.abandon();
  }
}

/** The outermost first. */
async function missingFolders(folder: string): Promise<readonly string[]> {
  const found = await stat(folder).catch(() => undefined);
  return found || dirname(folder) === folder ? [] : [...(await missingFolders(dirname(folder))), folder];
}

const changedMeanwhile = (): Unusable =>
  new Unusable(
    "changed_meanwhile",
    "Another program changed it meanwhile.",
    "Nothing was written. Run the command again.",
  );

/** A record of what was done to a file, so that it can be undone. It is written before the file is. */
interface Receipt {
  readonly path: string;
  /** The file as it was. Null if there was none. */
  readonly before: string | null;
  /** The digest of what was written. */
  readonly after: string;
  /** The folders that were made for the file, the outermost first. */
  readonly folders: readonly string[];
}

interface Receipts {
  of(path: string): Promise<Receipt | undefined>;
  /** Returns where the file as it was is kept, if there was one. */
  keep(receipt: Receipt): Promise<string | undefined>;
  discard(path: string): Promise<void>;
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Keeps them in a folder that only the person may read: settings of clients contain keys. */
export function receiptsIn(folder: string, files: WholeFiles): Receipts {
  const nameOf = (path: string): string => `${basename(path)}.${digestOf(path).slice(0, 8)}`;
  const noteOf = (path: string): string => join(folder, `${nameOf(path)}.json`);
  const copyOf = (path: string): string => join(folder, `${nameOf(path)}.before`);
  const write = async (file: string, contents: string): Promise<void> => {
    const draft = await files.openDraft(file, "private");
    try {
      await draft.write(contents);
      await draft.publish();
    } finally {
      await draft.abandon();
    }
  };
  return {
    async of(path) {
      try {
        const note = JSON.parse(await readFile(noteOf(path), "utf8")) as Omit<Receipt, "before"> & {
          existed: boolean;
        };
        const before = note.existed ? await readFile(copyOf(path), "utf8") : null;
        return note.path === path
          ? { path, before, after: note.after, folders: note.folders }
          : /* Another file with the same beginning of its digest. */ undefined;
      } catch {
        // Without it, only our entries are removed.
        return undefined;
      }
    },
    async keep({ path, before, after, folders }) {
      await files.makeFolder(folder);
      if (before !== null) await write(copyOf(path), before);
      await write(
        noteOf(path),
        `${JSON.stringify({ path, existed: before !== null, after, folders }, null, 2)}\n`,
      );
      return before === null ? undefined : copyOf(path);
    },
    async discard(path) {
      await rm(noteOf(path), { force: true });
      await rm(copyOf(path), { force: true });
    },
  };
}
