import { lstat, readFile, readlink, realpath, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { READ_LIMITS } from "../../shared/read-limits.ts";
import type { FileProblem } from "../client-files.ts";

interface FileState {
  /** Where the contents are. A symbolic link stays, and what it points to is written. */
  readonly writtenPath: string;
  /** Undefined if there is no file. A mark of the byte order is a part of it. */
  readonly text: string | undefined;
}

/** @throws Unusable if it cannot be read, or must not be written. */
export async function readState(path: string, { forWriting = true } = {}): Promise<FileState> {
  const writtenPath = await behindLinks(path);
  const found = await stat(writtenPath).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw refused(error);
  });
  if (!found) return { writtenPath, text: undefined };
  if (!found.isFile()) {
    throw new Unusable("not_a_file", "It is not a file.", "Remove or rename it, and run the command again.");
  }
  const { clientFileBytes: most } = READ_LIMITS;
  if (found.size > most) {
    throw new Unusable(
      "not_valid",
      `It has ${found.size.toLocaleString("en")} bytes, and at most ${most.toLocaleString("en")} are read.`,
      "Remove from it what the client does not need, and run the command again. Nothing was changed.",
    );
  }
  const bytes = await readFile(writtenPath).catch((error: NodeJS.ErrnoException) => {
    throw refused(error);
  });
  // The owner may rename over such a file, and an administrator may even write to it. Somebody did not want that.
  if (forWriting && (found.mode & 0o222) === 0) throw readOnly();
  return { writtenPath, text: asText(bytes) };
}

function asText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Unusable(
      "not_valid",
      "It is not text in UTF-8.",
      "Save it as UTF-8 in an editor, and run the command again.",
    );
  }
}

/** Also of a link to a file that does not exist yet. */
async function behindLinks(path: string): Promise<string> {
  const whole = await realpath(path).catch(() => undefined);
  if (whole !== undefined) return whole;
  const link = await lstat(path).catch(() => undefined);
  return link?.isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : path;
}

const readOnly = (): Unusable =>
  new Unusable(
    "read_only",
    "It is read-only.",
    "If a program manages this file, add Membria there. Otherwise make it writable, and run the command again.",
  );

export function refused(error: NodeJS.ErrnoException): Unusable {
  return new Unusable(
    "refused",
    `The system refused it (${error.code ?? "unknown"}).`,
    "Check that you may read and write there, and run the command again.",
  );
}

/** Stops the work on one file. The file stays as it is, and the caller gets the problem as a value. */
export class Unusable extends Error {
  readonly problem: FileProblem;

  constructor(reason: FileProblem["reason"], message: string, hint: string) {
    super(message);
    this.problem = { reason, message, hint };
  }
}
