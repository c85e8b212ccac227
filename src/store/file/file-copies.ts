import { randomBytes } from "node:crypto";
import { closeSync, linkSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Connection, Queries, Sql } from "./connection.ts";
import { type Database, openDatabase } from "./driver.ts";

/** Only a checkpoint of another process is in the way of a read, and only for a moment. */
const READ_WAIT_MS = 5_000;
const UNFINISHED = /^\.[0-9a-f]{16}\.tmp$/;
/** Versions up to 0.2.0 made copies without the write lock, so only its age tells that such a file is abandoned. */
const UNFINISHED_OF_0_2_0 = /^\.[0-9a-f]{12}\.tmp$/;
const SET_ASIDE = /^\.damaged(?:-\d+)?(?:-wal)?$/;
const ABANDONED_AFTER_MS = 3_600_000;

/** How many copies of one format are kept before imports. */
const KEPT_COPIES = 3;

/** Makes copies of the memory within writes of the connection. */
interface Copier {
  /** Call it in a write. Returns the path of the copy, which has what was there before the write. */
  copy(sql: Sql): string;
  close(): void;
}

/**
 * A copy is made while the write lock is held. So it is complete, of several processes only one makes it, and whoever has
 * the lock knows that nobody else is making one.
 */
export async function openCopier({ path }: Connection): Promise<Copier> {
  // A transaction cannot copy its own database.
  const reader = await openDatabase(path, READ_WAIT_MS);
  return { copy: (sql) => copyFile(reader, path, formatOf(sql)), close: () => reader.close() };
}

export const formatOf = (sql: Queries): number => sql.value<number>("PRAGMA user_version");

/** The name of a file that is not complete yet. Whoever finds it abandoned deletes it. */
export const unfinishedName = (path: string): string => `${path}.${randomBytes(8).toString("hex")}.tmp`;

/** It gets its final name only when it is complete, so that an interrupted copy is never mistaken for a backup. */
function copyFile(reader: Database, path: string, format: number): string {
  const unfinished = unfinishedName(path);
  try {
    reader.exec(vacuumInto(unfinished));
    // Older copies may have been deleted, so their numbers are not given again: the highest is the newest.
    const last = Math.max(0, ...copyNumbers(path, format));
    return giveFreeName(unfinished, (n) => copyName(path, format, last + n));
  } finally {
    rmSync(unfinished, { force: true });
  }
}

const copyName = (path: string, format: number, n: number): string =>
  `${path}.v${format}${n === 1 ? "" : `.${n}`}.bak`;

/** The numbers of the copies of a format, in no order. The first one has none in its name. */
function copyNumbers(path: string, format: number): number[] {
  const start = `${basename(path)}.v${format}`;
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(start))
    .map((name) => /^(?:\.(\d+))?\.bak$/.exec(name.slice(start.length)))
    .filter((found) => found !== null)
    .map(([, n = "1"]) => Number(n));
}

/**
 * Call it in a write. Deletes the oldest copies of the current format, which are those before imports: a copy before an
 * upgrade is of the format before.
 */
export function removeOldCopies(path: string, sql: Sql): void {
  const format = formatOf(sql);
  const numbers = copyNumbers(path, format).sort((a, b) => b - a);
  for (const n of numbers.slice(KEPT_COPIES)) rmSync(copyName(path, format, n), { force: true });
}

/** A statement that writes the database into a new file. The file is made here: SQLite would let everybody read it. */
export function vacuumInto(file: string): string {
  closeSync(openSync(file, "wx", 0o600));
  return vacuumStatement(file);
}

/** The same for an empty file that is there. */
export const vacuumStatement = (file: string): string => `VACUUM INTO '${file.replaceAll("'", "''")}'`;

/** Links the file to the first name that is not taken, counting from 1, and returns it. */
export function giveFreeName(file: string, nameOf: (n: number) => string): string {
  for (let n = 1; ; n++) {
    const name = nameOf(n);
    try {
      linkSync(file, name);
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Oldest first. There are none where there is no folder. */
export async function copiesOf(path: string): Promise<string[]> {
  const found = await readdir(dirname(path)).catch(() => []);
  const names = found.filter((name) => name.startsWith(`${basename(path)}.v`) && name.endsWith(".bak"));
  // A name is the number of the format, and a count if there are several: v9.bak, v10.bak, v10.2.bak.
  const stem = (name: string): string => name.replace(/\.bak$/, "");
  return names
    .sort((a, b) => stem(a).localeCompare(stem(b), "en", { numeric: true }))
    .map((name) => join(dirname(path), name));
}

/** The files that a recovery set aside, with their write-ahead logs. */
async function setAsideFiles(path: string): Promise<string[]> {
  const found = await readdir(dirname(path)).catch(() => []);
  return found
    .filter((name) => name.startsWith(basename(path)) && SET_ASIDE.test(name.slice(basename(path).length)))
    .sort()
    .map((name) => join(dirname(path), name));
}

/** The name that a file gets when another one takes its place. `end` is that of its write-ahead log. */
export const setAsideName = (path: string, n: number, end = ""): string =>
  `${path}.damaged${n === 1 ? "" : `-${n}`}${end}`;

/**
 * The paths of damaged files that were set aside, of the copies made by hand or before a restore, and of those made before
 * migrations and imports, each oldest first. They still contain what is erased later.
 */
export async function otherCopies(memory: Connection): Promise<string[]> {
  const { path } = memory;
  return [
    ...(await setAsideFiles(path)),
    // An erasure deletes daily copies itself.
    ...namedBackups(path)
      .filter(({ origin }) => origin !== "daily")
      .map((backup) => backup.path)
      .reverse(),
    ...(await copiesOf(path)),
  ];
}

/**
 * Deletes copies that were left unfinished when their process was killed. Returns the paths of those that another process
 * may still be writing.
 */
export async function removeUnfinishedCopies(memory: Connection): Promise<string[]> {
  if (memory.readOnlyBecause !== undefined) return [];
  const found = await unfinishedCopiesOf(memory.path);
  if (found.length === 0) return [];
  // With the write lock, because then no other process is making a copy.
  return memory.write(() => found.filter((file) => !removeIfAbandoned(memory.path, file)));
}

async function unfinishedCopiesOf(path: string): Promise<string[]> {
  const names = await readdir(dirname(path));
  return names
    .filter((name) => name.startsWith(basename(path)))
    .filter((name) => {
      const ending = name.slice(basename(path).length);
      return UNFINISHED.test(ending) || UNFINISHED_OF_0_2_0.test(ending);
    })
    .sort()
    .map((name) => join(dirname(path), name));
}

function removeIfAbandoned(path: string, file: string): boolean {
  if (UNFINISHED_OF_0_2_0.test(file.slice(path.length)) && changedLately(file)) return false;
  rmSync(file, { force: true });
  return true;
}

/** Of a file that is gone, it does not matter. */
function changedLately(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs < ABANDONED_AFTER_MS;
}

/** Why a copy in the folder of copies was made. Its name says so. */
export type NamedOrigin = "by hand" | "daily" | "before restore";

const ENDINGS: Readonly<Record<NamedOrigin, string>> = {
  "by hand": ".db",
  daily: ".daily.db.gz",
  "before restore": ".before-restore.db",
};
const STAMP = /^-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-\d+)?(\..+)$/;
const UNFINISHED_DAILY = /^-daily-([0-9a-f]{8}-\d+-[0-9a-f]{8})-[0-9a-f]{8}\.(?:db|gz)\.tmp$/;

interface NamedBackup {
  readonly path: string;
  readonly at: Date;
  readonly origin: NamedOrigin;
}

const backupFolder = (path: string): string => join(dirname(path), "backups");

/** Only the user may read it, because decisions may be confidential. */
export const makeBackupFolder = (path: string): void =>
  void mkdirSync(backupFolder(path), { recursive: true, mode: 0o700 });

/** Several memories may share a folder, so that the copies of each begin with its name. */
const stemOf = (path: string): string => basename(path).replace(/\.db$/, "");

/** Such as `membria-2026-11-16T101500Z.db`. The second one of the same second has a number. */
export function backupName(path: string, at: Date, origin: NamedOrigin, n = 1): string {
  const stamp = at.toISOString().replace(/:|\.\d+/g, "");
  return join(backupFolder(path), `${stemOf(path)}-${stamp}${n === 1 ? "" : `-${n}`}${ENDINGS[origin]}`);
}

/** The newest first. */
export function namedBackups(path: string): NamedBackup[] {
  const stem = stemOf(path);
  return namesIn(backupFolder(path))
    .filter((name) => name.startsWith(stem))
    .flatMap((name) => {
      const [found, day, hour, minute, second, ending] = STAMP.exec(name.slice(stem.length)) ?? [];
      const origin = origins.find((one) => ENDINGS[one] === ending);
      if (found === undefined || origin === undefined) return [];
      const at = new Date(`${day}T${hour}:${minute}:${second}Z`);
      return [{ path: join(backupFolder(path), name), at, origin }];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.path < b.path ? 1 : -1));
}

const origins = Object.keys(ENDINGS) as NamedOrigin[];

/** The names of a daily copy that is being made by a process: of the whole file, and of the packed one. */
export function unfinishedDailyNames(path: string, process: string, random: string) {
  const stem = join(backupFolder(path), `.${stemOf(path)}-daily-${process}-${random}`);
  return { whole: `${stem}.db.tmp`, packed: `${stem}.gz.tmp` };
}

/** The files of daily copies that are being made, or were when their process ended. */
export function unfinishedDailyCopies(path: string): { readonly path: string; readonly process: string }[] {
  const stem = `.${stemOf(path)}`;
  return namesIn(backupFolder(path)).flatMap((name) => {
    const [, process] = (name.startsWith(stem) && UNFINISHED_DAILY.exec(name.slice(stem.length))) || [];
    return process === undefined ? [] : [{ path: join(backupFolder(path), name), process }];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Deletes the daily copies, because they have what was erased. Unfinished ones go first: a process that is making one
 * either gave it its name before, and it is found here, or cannot give it one any more. Returns how many were deleted, and
 * a file that could not be.
 */
export function eraseDailyCopies(path: string): {
  readonly removed: number;
  readonly left?: string | undefined;
} {
  // A temporary database has no copies.
  if (path === "") return { removed: 0 };
  const unfinished = unfinishedDailyCopies(path).map((file) => file.path);
  const kept = unfinished.filter((file) => !remove(file));
  const finished = namedBackups(path)
    .filter(({ origin }) => origin === "daily")
    .map((backup) => backup.path);
  kept.push(...finished.filter((file) => !remove(file)));
  return { removed: finished.filter((file) => !kept.includes(file)).length, left: kept[0] };
}

/** Windows deletes no file that somebody has open. */
function remove(file: string): boolean {
  try {
    rmSync(file, { force: true });
    return true;
  } catch {
    return false;
  }
}
