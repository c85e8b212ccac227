import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, linkSync, openSync, readSync, rmSync } from "node:fs";
import { AUDIT_GENESIS } from "../../domain/log/audit.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { APPLICATION_ID } from "./database-file.ts";
import { type Connection, connect, type Sql } from "./shared/connection.ts";
import { FIRST_GUARDED_FORMAT, refuseOlderPrograms } from "./shared/file-format.ts";

/** Where SQLite keeps `user_version` in the header. */
const VERSION_OFFSET = 60;

/** A script, or a function for what SQL cannot say. */
export type MigrationStep = string | ((sql: Sql) => void);

/**
 * Migrates a file to the newest format. Each step is one transaction; on a new file all steps are one. Before the first
 * step on a file with content, a copy is made next to it. Any number of processes may do this at the same time.
 */
export async function migrate(
  connection: Connection,
  path: string,
  steps: readonly MigrationStep[],
): Promise<{ from: number; to: number; copy?: string }> {
  // Checked before any pragma is set, so that a file of a newer format is not changed.
  const from = await pragma(connection, "user_version");
  if (from > steps.length) throw newerFile(path, from, steps.length);
  // Written first, and before WAL is on, so that the header of the file always identifies it as ours.
  if ((await pragma(connection, "application_id")) === 0) {
    await connection.outsideTransaction(`PRAGMA application_id = ${APPLICATION_ID}`);
  }
  await connection.outsideTransaction("PRAGMA journal_mode = WAL");
  await connection.outsideTransaction("PRAGMA synchronous = FULL");
  await connection.outsideTransaction("PRAGMA secure_delete = ON");
  await connection.outsideTransaction("PRAGMA foreign_keys = ON");

  if (from === 0) {
    // One transaction is enough for a new file, and each one waits for the disk.
    await connection.write((sql) => {
      for (let version = 0; version < steps.length; version++) applyStep(sql, version, steps);
    });
    return { from, to: steps.length };
  }
  let copy: string | undefined;
  for (let version = from; version < steps.length; version++) {
    if (copy === undefined) copy = await backUpFile(path, version);
    await connection.write((sql) => applyStep(sql, version, steps));
  }
  return { from, to: steps.length, ...(copy !== undefined && { copy }) };
}

function applyStep(sql: Sql, version: number, steps: readonly MigrationStep[]): void {
  // Another process may have applied this step meanwhile.
  if (Number(sql.get("PRAGMA user_version")?.["user_version"]) !== version) return;
  const step = steps[version];
  if (typeof step === "function") step(sql);
  else sql.script(step as string);
  if (version === 0) sql.run("INSERT INTO audit_head (only, seq, hash) VALUES (1, 0, ?)", AUDIT_GENESIS);
  const format = version + 1;
  if (format >= FIRST_GUARDED_FORMAT) sql.script(refuseOlderPrograms(format));
  sql.script(`PRAGMA user_version = ${format}`);
}

async function pragma(connection: Connection, name: string): Promise<number> {
  const [row] = await connection.outsideTransaction(`PRAGMA ${name}`);
  return Number(row?.[name]);
}

/**
 * Makes a consistent copy while others may write. It gets its final name only when it is complete, so that an
 * interrupted copy is never mistaken for a backup. Undefined if another process applied the step meanwhile.
 */
export async function backUpFile(path: string, version: number): Promise<string | undefined> {
  const unfinished = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  const copySource = await connect(path);
  try {
    await copySource.outsideTransaction(`VACUUM INTO '${unfinished.replaceAll("'", "''")}'`);
    chmodSync(unfinished, 0o600);
    return versionOf(unfinished) === version ? linkToFreeName(unfinished, `${path}.v${version}`) : undefined;
  } finally {
    await copySource.close();
    rmSync(unfinished, { force: true });
  }
}

function linkToFreeName(file: string, stem: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? `${stem}.bak` : `${stem}.${n}.bak`;
    try {
      linkSync(file, name);
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function versionOf(path: string): number {
  const file = openSync(path, "r");
  try {
    const version = Buffer.alloc(4);
    readSync(file, version, 0, 4, VERSION_OFFSET);
    return version.readUInt32BE();
  } finally {
    closeSync(file);
  }
}

function newerFile(path: string, found: number, known: number): Fault {
  return new Fault(
    "unavailable",
    `The memory file ${path} was written by a newer Membria: it has format ${found}, and this version knows formats up to ${known}.`,
    {
      reason: "newer_file",
      received: found,
      hint: "Update Membria, or name another file in MEMBRIA_DB_PATH. Nothing was changed.",
    },
  );
}
