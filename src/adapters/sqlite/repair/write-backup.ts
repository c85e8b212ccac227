import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { WrittenBackup } from "../../../domain/repair/memory-backups.ts";
import type { OnProgress } from "../../../domain/repair/memory-files.ts";
import { Fault } from "../../../domain/shared/errors.ts";
import { systemCause } from "../../../domain/shared/system-errors.ts";
import type { WholeFiles } from "../../../domain/shared/whole-files.ts";
import { fileKind } from "../database-file.ts";
import { backupName, makeBackupFolder, type NamedOrigin } from "../shared/backup-names.ts";
import { type Connection, connect } from "../shared/connection.ts";
import { damagedFile } from "../shared/faults.ts";
import { vacuumStatement } from "../shared/file-copies.ts";
import { openUntouched } from "../shared/open-untouched.ts";
import { connectForReading, whyReadOnly } from "../shared/read-only-file.ts";
import { type CopyFacts, headOf, inspectCopy } from "./inspect-copy.ts";

export type OpenMemory = (path: string) => Promise<Connection>;

export interface BackupRequest {
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
export async function connectTo(path: string): Promise<Connection> {
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
  const connection = await connect(path, { open: async () => opened.db });
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
