import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and the missing ones above it. Returns the first one that it made. Node's own recursive `mkdir` never
 * returns where nothing can be made and the system says that the folder above is missing, as in `/proc`.
 */
export function makeFolders(folder: string, mode?: number): string | undefined {
  if (isFolder(folder)) return undefined;
  const above = dirname(folder);
  const first = above === folder ? undefined : makeFolders(above, mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code === "EEXIST" && isFolder(folder)) return first;
    throw error;
  }
  return first ?? folder;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
