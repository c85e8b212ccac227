import { rmSync } from "node:fs";
import { Fault } from "../../shared/errors.ts";
import { AUDIT_GENESIS } from "../log/audit.ts";
import type { Connection, Sql } from "./connection.ts";
import { APPLICATION_ID, FIRST_GUARDED_FORMAT, refuseOlderPrograms } from "./database-file.ts";
import { toFault } from "./faults.ts";
import { formatOf, openCopier } from "./file-copies.ts";

/** A script, or a function for what SQL cannot say. */
export type MigrationStep = string | ((sql: Sql) => void);

/**
 * Migrates a file to the newest format. Each step is applied completely or not at all. Before the first step on a file
 * with content, a copy is made next to it. Any number of processes may do this at the same time.
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
  if (from === steps.length) return { from, to: from };
  const { copy, failure } = await migrateContent(connection, steps);
  if (failure !== undefined) throw toFault(failure, path);
  return { from, to: steps.length, ...(copy !== undefined && { copy }) };
}

/**
 * Copies the file and applies the steps under one lock, so that of several processes one does both. If a step fails,
 * those before it are kept.
 */
async function migrateContent(
  connection: Connection,
  steps: readonly MigrationStep[],
): Promise<{ copy?: string; failure?: unknown }> {
  const copier = await openCopier(connection);
  let copy: string | undefined;
  try {
    return await connection.write((sql) => {
      const first = formatOf(sql);
      if (first >= steps.length) return {};
      copy = copier.copy(sql);
      for (let version = first; version < steps.length; version++) {
        sql.script("SAVEPOINT step");
        try {
          applyStep(sql, version, steps);
          sql.script("RELEASE step");
        } catch (error) {
          if (version === first || !undoStep(sql)) throw error;
          return { copy, failure: error };
        }
      }
      return { copy };
    });
  } catch (error) {
    // The file is as before, and the next attempt makes another copy.
    if (copy !== undefined) rmSync(copy, { force: true });
    throw error;
  } finally {
    copier.close();
  }
}

/** False if SQLite has undone the whole transaction, as it does when the disk is full. */
function undoStep(sql: Sql): boolean {
  try {
    sql.script("ROLLBACK TO step; RELEASE step");
    return true;
  } catch {
    return false;
  }
}

/** For a database that nobody else sees and that needs no copy: all steps up to the newest format. */
export async function migrateDraft(
  connection: Connection,
  steps: readonly MigrationStep[],
  to = steps.length,
): Promise<void> {
  await connection.write((sql) => {
    for (let version = formatOf(sql); version < to; version++) applyStep(sql, version, steps);
    sql.script(`PRAGMA application_id = ${APPLICATION_ID}`);
  });
}

function applyStep(sql: Sql, version: number, steps: readonly MigrationStep[]): void {
  // Another process may have applied this step meanwhile.
  if (formatOf(sql) !== version) return;
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

export function newerFile(path: string, found: number, known: number): Fault {
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
