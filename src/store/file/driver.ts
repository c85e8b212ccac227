import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { Fault } from "../../shared/errors.ts";

export type Database = DatabaseSyncInstance;
export type Statement = ReturnType<Database["prepare"]>;
export type SqlValue = string | number | bigint | null | Uint8Array;

interface SqliteModule {
  readonly DatabaseSync: new (path: string, options: { timeout: number; readOnly?: boolean }) => Database;
}

/** The SQLite that this process uses. */
interface ChosenSqlite<M = SqliteModule> {
  readonly module: M;
  readonly source: "built-in" | "packaged";
  /** False if several processes that use one file can damage it. */
  readonly isSafe: boolean;
}

export async function openDatabase(path: string, busyTimeoutMs: number): Promise<Database> {
  const { DatabaseSync } = (await sqliteInUse()).module;
  return new DatabaseSync(path, { timeout: busyTimeoutMs });
}

/** Opens a path or a `file:` URL read-only. */
export async function openForReading(location: string): Promise<Database> {
  const { DatabaseSync } = (await sqliteInUse()).module;
  return new DatabaseSync(location, { timeout: 0, readOnly: true });
}

export const sqliteInUse = (): Promise<ChosenSqlite> =>
  chooseSqlite(process.versions["sqlite"], {
    builtIn,
    packaged: () => import("@photostructure/sqlite"),
    isEnough,
  });

/**
 * The SQLite built into Node, if its version is a safe one, or else a package with the same interface. Where the package
 * cannot be loaded, an unsafe one is better than none. @throws Fault if there is none
 */
export async function chooseSqlite<M>(
  version: string | undefined,
  from: {
    /** Undefined if Node has none, or lets nobody use it. */
    builtIn(): M | undefined;
    packaged(): Promise<M>;
    isEnough(module: M): boolean;
  },
): Promise<ChosenSqlite<M>> {
  const isSafe = version !== undefined && isSafeSqlite(version);
  const own = isSafe ? from.builtIn() : undefined;
  if (own) return { module: own, source: "built-in", isSafe };
  try {
    return { module: await from.packaged(), source: "packaged", isSafe: true };
  } catch (error) {
    const module = from.builtIn();
    if (!module || !from.isEnough(module)) throw noSqlite(error);
    return { module, source: "built-in", isSafe };
  }
}

/** The first versions that Node had built in lack the word index, or the same parameter in two places. */
function isEnough({ DatabaseSync }: SqliteModule): boolean {
  const db = new DatabaseSync(":memory:", { timeout: 0 });
  try {
    db.exec("CREATE VIRTUAL TABLE words USING fts5(word)");
    db.prepare("SELECT ?1, ?1, ?2").get(1, 2);
    return true;
  } catch {
    return false;
  } finally {
    db.close();
  }
}

function noSqlite(cause: unknown): Fault {
  return new Fault(
    "unavailable",
    "There is no SQLite to use: the package @photostructure/sqlite cannot be loaded, and this Node has none that is enough.",
    { reason: "no_sqlite", hint: "Install Membria again with that package, or update Node.", cause },
  );
}

function builtIn(): SqliteModule | undefined {
  // Loading it would print a warning about an experimental module to stderr, which is our log.
  const { emitWarning } = process;
  process.emitWarning = (() => {}) as typeof emitWarning;
  try {
    return process.getBuiltinModule?.("node:sqlite") as SqliteModule | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** SQLite's messages for the codes we handle: the package leaves the code out of errors thrown by `all`. */
const CODE_OF_MESSAGE: Readonly<Record<string, number>> = {
  "database is locked": 5,
  "database table is locked": 6,
  "attempt to write a readonly database": 8,
  "disk I/O error": 10,
  "database disk image is malformed": 11,
  "database or disk is full": 13,
  "unable to open database file": 14,
  "file is not a database": 26,
};
const GENERIC_ERROR = 1;

/** The primary result code of a driver's error, or undefined when the error is not SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  const { code, errcode, message } = (error ?? {}) as {
    code?: unknown;
    errcode?: unknown;
    message?: unknown;
  };
  if (typeof errcode === "number") return errcode & 0xff;
  return code === "ERR_SQLITE_ERROR" ? (CODE_OF_MESSAGE[String(message)] ?? GENERIC_ERROR) : undefined;
}

type Version = readonly [number, number, number];

/**
 * Versions from 3.7.0 on can damage a file when one connection writes while another writes the log back, as the processes
 * of Membria do: https://sqlite.org/wal.html#walresetbug. According to the release notes (https://sqlite.org/changes.html)
 * it is mended in 3.51.3, and in two older series.
 */
const MENDED: Version = [3, 51, 3];
const MENDED_SERIES: readonly Version[] = [
  [3, 50, 7],
  [3, 44, 6],
];

/** `PRAGMA wal_checkpoint(NOOP)`; earlier ones take it for an order to write the log back. */
const FIRST_TO_TELL_FRAMES: Version = [3, 51, 0];

/** Whether several processes can use one file with this version of SQLite. */
export function isSafeSqlite(version: string): boolean {
  const found = parsed(version);
  const isMended = (by: Version): boolean => found[0] === by[0] && found[1] === by[1] && isFrom(by, found);
  return isFrom(MENDED, found) || MENDED_SERIES.some(isMended);
}

/** Whether this version says how many frames its write-ahead log has. */
export const tellsFrames = (version: string): boolean => isFrom(FIRST_TO_TELL_FRAMES, parsed(version));

function parsed(version: string): Version {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return [major, minor, patch];
}

function isFrom(first: Version, found: Version): boolean {
  const at = found.findIndex((number, i) => number !== first[i]);
  return at === -1 || (found[at] as number) > (first[at] as number);
}
