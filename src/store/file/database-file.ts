import { closeSync, fstatSync, mkdirSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { Fault } from "../../shared/errors.ts";
import { systemCause } from "../../shared/system-errors.ts";
import { beginsAsDatabase, HEADER_BYTES, statedSize } from "./watch-file.ts";

/** "Memb", in the header of every memory file, so that we never alter another program's database. */
export const APPLICATION_ID = 0x4d656d62;
const APPLICATION_ID_OFFSET = 68;

/** `damaged` if it is not what we write, but has a trace of us. */
type FileKind = "absent" | "empty" | "ours" | "damaged" | "foreign";

/** Reads only the first bytes, because opening a database can already change it. */
export function fileKind(path: string): FileKind {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "absent";
    throw unreachable(path, error);
  }
  try {
    if (!fstatSync(file).isFile()) return "foreign";
    const header = Buffer.alloc(HEADER_BYTES);
    const read = readSync(file, header, 0, HEADER_BYTES, 0);
    if (read === 0) return "empty";
    const isDatabase = beginsAsDatabase(header.subarray(0, read));
    const hasOurId = header.readUInt32BE(APPLICATION_ID_OFFSET) === APPLICATION_ID;
    if (isDatabase && read < HEADER_BYTES) return "damaged";
    if (isDatabase && hasOurId) return "ours";
    const isOverwritten = header.every((byte) => byte === 0);
    return hasOurId || isOverwritten ? "damaged" : "foreign";
  } catch (error) {
    throw unreachable(path, error);
  } finally {
    closeSync(file);
  }
}

/** Whether a memory has fewer bytes than its header says. The rest may be in the write-ahead log. */
export function isShorterThanStated(path: string): boolean {
  const file = openSync(path, "r");
  try {
    return fstatSync(file).size < (statedSize(file) ?? 0);
  } finally {
    closeSync(file);
  }
}

/**
 * Only the user may read the folder and the file, because decisions may be confidential. The write-ahead log gets the
 * same mode.
 */
export function ensureFile(path: string): void {
  try {
    makeFolders(dirname(path), 0o700);
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    throw unreachable(path, error);
  }
}

export function unreachable(path: string, cause: unknown): Fault {
  const found = systemCause(cause);
  const because = found ? `: ${found.because}` : "";
  return new Fault("unavailable", `The memory file ${path} cannot be reached${because}.`, {
    reason: "store_not_reachable",
    hint: `${found ? found.hint : "Check that you may read and write there."} MEMBRIA_HOME names another folder, MEMBRIA_DB_PATH another file.`,
    cause,
  });
}

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

/**
 * The file format of this program, which is the number of migration steps. It stands in every entry of the log, so that
 * the file can refuse a program that has had it open since before an upgrade.
 */
export const FILE_FORMAT = 29;

/** What the file says to such a program. Programs from 0.2.0 on turn it into a message of their own. */
export const UPDATE_NEEDED =
  "A newer Membria upgraded this memory file. Update this program and start it again; nothing was written.";

/** The first format with an entry's own format in the log. */
export const FIRST_GUARDED_FORMAT = 11;

/** Every entry says the format of the program that wrote it, so that an older one is stopped at its next write. */
export const refuseOlderPrograms = (format: number): string => `
  DROP TRIGGER IF EXISTS audit_by_older_program;
  CREATE TRIGGER audit_by_older_program BEFORE INSERT ON audit WHEN new.format < ${format} BEGIN
    SELECT RAISE(ABORT, '${UPDATE_NEEDED}');
  END;
  `;
