import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { Fault } from "../../shared/errors.ts";
import { systemCause } from "../../shared/system-errors.ts";
import { HOUR_MS } from "../../shared/time.ts";
import type { WholeFiles } from "../../shared/whole-files.ts";
import { type Connection, connect } from "../../store/file/connection.ts";
import { fileKind } from "../../store/file/database-file.ts";
import { damagedFile } from "../../store/file/faults.ts";
import {
  backupName,
  makeBackupFolder,
  type NamedOrigin,
  namedBackups,
  vacuumStatement,
} from "../../store/file/file-copies.ts";
import { connectForReading, openUntouched, whyReadOnly } from "../../store/file/read-only-file.ts";
import type { OnProgress, WrittenBackup } from "../rules/memory-files.ts";
import { type CopyFacts, headOf, inspectCopy } from "./inspect-copy.ts";

type OpenMemory = (path: string) => Promise<Connection>;

interface BackupRequest {
  readonly file?: string | undefined;
  readonly replace: boolean;
  readonly at: Date;
  readonly onProgress: OnProgress;
}

/** Writes a copy under another name, checks it there, and only then gives it the name of the file. */
export async function writeBackup(
  path: string,
  { file, replace, at, onProgress }: BackupRequest,
  { makeFolder, openDraft, sweepDrafts }: WholeFiles,
  { origin, open }: { readonly origin: NamedOrigin; readonly open: OpenMemory } = {
    origin: "by hand",
    open: connectTo,
  },
): Promise<WrittenBackup> {
  const target = file ?? freeName(path, at, origin);
  if (target === path) throw backupOntoMemory(path);
  if (!replace) requireFree(target);
  try {
    if (file === undefined) makeBackupFolder(path);
    else await makeFolder(dirname(target));
    await sweepDrafts(dirname(target));
    const draft = await openDraft(target, "private");
    try {
      const { facts } = await copyMemory(path, draft.path, target, onProgress, open);
      if (!replace) requireFree(target);
      await draft.publish();
      return { path: target, bytes: statSync(target).size, facts };
    } finally {
      await draft.abandon();
    }
  } catch (error) {
    throw unwritable(target, error);
  }
}

/**
 * Copies the memory into an empty file and compares the copy with it. SQLite reads one state of the memory, whatever others
 * write meanwhile, and leaves out what is in no table. `shownAs` is the name that the file will have.
 */
export async function copyMemory(
  path: string,
  file: string,
  shownAs: string,
  onProgress: OnProgress,
  open: OpenMemory = connectTo,
): Promise<CopyFacts> {
  const memory = await open(path);
  try {
    onProgress(0, 2, "copied and checked");
    const before = await memory.read(headOf);
    await memory.outsideTransaction(vacuumStatement(file));
    onProgress(1, 2, "copied and checked");
    const copy = await inspectCopy(file, shownAs);
    const { seq, hash } = copy.head;
    // Others may have written meanwhile, but the copy ends with an entry of this memory.
    const entry = await memory.read((sql) => sql.get("SELECT hash FROM audit WHERE seq = ?", seq));
    const isSame = seq === 0 ? before.seq === 0 : seq >= before.seq && entry?.["hash"] === hash;
    if (!isSame) throw unverifiedCopy(shownAs);
    onProgress(2, 2, "copied and checked");
    return copy;
  } finally {
    await memory.close();
  }
}

/** As it is: a memory of an older format is not upgraded, and one that may only be read is only read. */
async function connectTo(path: string): Promise<Connection> {
  requireMemory(path);
  const because = whyReadOnly(path);
  return because === undefined ? connect(path) : connectForReading(path, because);
}

/**
 * For what replaces the file afterwards: the driver for Node 20 would keep a file that was opened as usual until its
 * statements are garbage-collected. Nobody may write meanwhile.
 */
export async function connectUntouched(path: string): Promise<Connection> {
  requireMemory(path);
  const opened = await openUntouched(path);
  const connection = await connect(path, { open: async () => opened.db, onlyReads: true });
  return {
    ...connection,
    async close() {
      await connection.close();
      await opened.removeCopy();
    },
  };
}

function requireMemory(path: string): void {
  const kind = fileKind(path);
  if (kind === "absent" || kind === "empty") throw noMemory(path);
  if (kind === "damaged") throw damagedFile(path);
  if (kind === "foreign") {
    throw new Fault("conflict", `The file ${path} is not a Membria memory.`, {
      reason: "foreign_file",
      hint: "Name the memory file in MEMBRIA_DB_PATH.",
    });
  }
}

function freeName(path: string, at: Date, origin: NamedOrigin): string {
  for (let n = 1; ; n++) {
    const name = backupName(path, at, origin, n);
    if (!existsSync(name)) return name;
  }
}

function requireFree(file: string): void {
  if (!existsSync(file)) return;
  throw new Fault("conflict", `There is a file ${file} already. Nothing was written.`, {
    field: "file",
    received: file,
    reason: "file_exists",
    hint: "Name another file.",
    remedies: [{ remedy: "overwrite-file" }],
  });
}

function backupOntoMemory(path: string): Fault {
  return new Fault("invalid", `${path} is the memory itself. Nothing was written.`, {
    field: "file",
    received: path,
    reason: "not_a_copy",
    hint: "Name another file, or none.",
  });
}

function noMemory(path: string): Fault {
  return new Fault("not_found", `There is no memory at ${path}, so that there is nothing to copy.`, {
    reason: "no_memory",
    hint: "It begins with the first decision. MEMBRIA_HOME or MEMBRIA_DB_PATH name another place.",
  });
}

export function unverifiedCopy(file: string): Fault {
  return new Fault("unavailable", `The copy ${file} was not what is in the memory, and was deleted.`, {
    reason: "unverified_copy",
    hint: "Try again. If it happens twice, check the disk.",
    remedies: [{ remedy: "run-doctor" }],
  });
}

function unwritable(file: string, error: unknown): unknown {
  const found = error instanceof Fault ? undefined : systemCause(error);
  if (!found) return error;
  return new Fault("unavailable", `The copy ${file} cannot be written: ${found.because}.`, {
    field: "file",
    received: file,
    reason: found.reason,
    hint: found.hint,
    cause: error,
  });
}

/** Less than a day, so that somebody who works at the same time every day gets one every day. */
const APART_MS = 20 * HOUR_MS;

/**
 * Whether something was written since the last daily copy, and that one is old enough. The first one is made when the memory
 * is that old. Looks at names and times only, if there is a copy.
 */
export async function isDailyCopyDue(path: string, at: Date): Promise<boolean> {
  if (fileKind(path) !== "ours" || whyReadOnly(path) !== undefined) return false;
  const [newest] = dailyCopies(path);
  if (!newest) return at.getTime() - (await beginningOf(path, at)).getTime() >= APART_MS;
  if (at.getTime() - newest.at.getTime() < APART_MS) return false;
  return lastWrite(path) > newest.at.getTime();
}

export const dailyCopies = (path: string) => namedBackups(path).filter(({ origin }) => origin === "daily");

/** The file itself changes when the write-ahead log is written back. */
const lastWrite = (path: string): number => Math.max(writtenAt(path), writtenAt(`${path}-wal`));

export const writtenAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

async function beginningOf(path: string, now: Date): Promise<Date> {
  const memory = await connectTo(path);
  try {
    const first = await memory.read((sql) => sql.get("SELECT at FROM audit ORDER BY seq LIMIT 1"));
    return first ? new Date(Number(first["at"])) : now;
  } finally {
    await memory.close();
  }
}
