import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";

type OwnFile =
  | { readonly text: string; readonly foreign?: undefined }
  /** Why it is not read, as the end of a sentence. */
  | { readonly foreign: string; readonly text?: undefined };

const OTHERS_MAY_WRITE = 0o002;

/**
 * Reads a file that decides what this program does, unless somebody else decides what is in it. The owner of the opened
 * file is asked for, so that it cannot be exchanged in between. Windows has no such owners.
 */
export function readOwnFile(path: string): OwnFile {
  const file = openSync(path, "r");
  try {
    const { uid, mode } = fstatSync(file);
    const mine = process.geteuid?.();
    if (mine !== undefined && uid !== mine && uid !== 0)
      return { foreign: "the file belongs to another user" };
    if (mine !== undefined && (mode & OTHERS_MAY_WRITE) !== 0)
      return { foreign: "every user of the machine may write to the file" };
    return { text: readFileSync(file, "utf8") };
  } finally {
    closeSync(file);
  }
}
