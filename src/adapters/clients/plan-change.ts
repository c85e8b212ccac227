import type { FileChange, FileProblem } from "../../clients/client-files.ts";
import type { SettingsFile } from "../../clients/settings-file.ts";
import { readState, refused } from "./file-state.ts";
import { digestOf, type Receipts } from "./receipts.ts";
import { textWith, textWithout } from "./settings-texts.ts";
import { Unusable } from "./unusable.ts";

/** What would be written so that the file has everything of ours. */
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

/** What would be written so that the file has nothing of ours. */
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
