import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, linkSync, openSync, readSync, rmSync } from "node:fs";
import { AUDIT_GENESIS } from "../../domain/log/audit.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { APPLICATION_ID } from "./file.ts";
import { type Connection, connect, type Sql } from "./shared/connection.ts";

/** Where SQLite keeps `user_version` in the header. */
const VERSION_OFFSET = 60;

/**
 * Brings a file to the newest format. Each step is one transaction, on a new file all of them together; before the first
 * step on a file that has content, a copy is put beside it. Any number of processes may do this at the same instant.
 */
export async function migrate(
  connection: Connection,
  path: string,
  steps: readonly string[],
): Promise<{ from: number; to: number; copy?: string }> {
  // Before anything is set: a file we do not understand stays as it is.
  const from = await pragma(connection, "user_version");
  if (from > steps.length) throw newerFile(path, from, steps.length);
  // In the header before anything else, and before WAL, so that the first bytes of the file always say whose it is.
  if ((await pragma(connection, "application_id")) === 0) {
    await connection.outside(`PRAGMA application_id = ${APPLICATION_ID}`);
  }
  await connection.outside("PRAGMA journal_mode = WAL");
  await connection.outside("PRAGMA synchronous = FULL");
  await connection.outside("PRAGMA secure_delete = ON");
  await connection.outside("PRAGMA foreign_keys = ON");

  if (from === 0) {
    // A new file has nothing to lose between two steps, and every transaction waits for the disk.
    await connection.write((sql) => {
      for (let version = 0; version < steps.length; version++) step(sql, version, steps);
    });
    return { from, to: steps.length };
  }
  let copy: string | undefined;
  for (let version = from; version < steps.length; version++) {
    if (copy === undefined) copy = await copyBeside(path, version);
    await connection.write((sql) => step(sql, version, steps));
  }
  return { from, to: steps.length, ...(copy !== undefined && { copy }) };
}

function step(sql: Sql, version: number, steps: readonly string[]): void {
  // Another process may have been here since we looked.
  if (Number(sql.get("PRAGMA user_version")?.["user_version"]) !== version) return;
  sql.script(steps[version] as string);
  if (version === 0) sql.run("INSERT INTO audit_head (only, seq, hash) VALUES (1, 0, ?)", AUDIT_GENESIS);
  sql.script(`PRAGMA user_version = ${version + 1}`);
}

async function pragma(connection: Connection, name: string): Promise<number> {
  const [row] = await connection.outside(`PRAGMA ${name}`);
  return Number(row?.[name]);
}

/**
 * A whole and consistent copy, made while others may write. It gets its name when it is complete, so that a copy that
 * was cut short never looks like one; undefined when another process has taken the step meanwhile.
 */
export async function copyBeside(path: string, version: number): Promise<string | undefined> {
  const unfinished = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  const second = await connect(path);
  try {
    await second.outside(`VACUUM INTO '${unfinished.replaceAll("'", "''")}'`);
    chmodSync(unfinished, 0o600);
    return versionOf(unfinished) === version ? nameFreely(unfinished, `${path}.v${version}`) : undefined;
  } finally {
    await second.close();
    rmSync(unfinished, { force: true });
  }
}

function nameFreely(file: string, stem: string): string {
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
