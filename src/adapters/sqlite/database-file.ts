import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { Fault } from "../../domain/shared/errors.ts";
import { systemCause } from "../../domain/shared/system-errors.ts";
import { makeFolders } from "./shared/make-folders.ts";

/** "Memb", in the header of every memory file, so that we never alter another program's database. */
export const APPLICATION_ID = 0x4d656d62;
const HEADER_BYTES = 100;
const APPLICATION_ID_OFFSET = 68;
const MAGIC = "SQLite format 3\0";

/** `damaged` if it is not what we write, but has a trace of us. */
export type FileKind = "absent" | "empty" | "ours" | "damaged" | "foreign";

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
    const isDatabase = MAGIC.startsWith(header.toString("latin1", 0, Math.min(read, MAGIC.length)));
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
