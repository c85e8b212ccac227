import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { WholeFiles } from "../../domain/shared/whole-files.ts";

/** What was done to a file, so that it can be undone. It is written before the file is. */
export interface Receipt {
  readonly path: string;
  /** The file as it was. Null if there was none. */
  readonly before: string | null;
  /** The digest of what was written. */
  readonly after: string;
  /** The folders that were made for the file, the outermost first. */
  readonly folders: readonly string[];
}

export interface Receipts {
  of(path: string): Promise<Receipt | undefined>;
  /** Returns where the file as it was is kept, if there was one. */
  keep(receipt: Receipt): Promise<string | undefined>;
  discard(path: string): Promise<void>;
}

export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

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
