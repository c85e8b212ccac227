import { rm, rmdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Scope } from "../../clients/client.ts";
import type { FileChange, FileProblem } from "../../clients/client-files.ts";
import type { WholeFiles } from "../../domain/shared/whole-files.ts";
import { readState } from "./file-state.ts";
import { problemOf } from "./plan-change.ts";
import { digestOf, type Receipts } from "./receipts.ts";
import { Unusable } from "./unusable.ts";

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
