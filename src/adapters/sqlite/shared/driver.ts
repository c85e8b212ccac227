import type { DatabaseSyncInstance } from "@photostructure/sqlite";

export type Database = DatabaseSyncInstance;
export type Statement = ReturnType<Database["prepare"]>;
export type SqlValue = string | number | bigint | null | Uint8Array;

interface SqliteModule {
  readonly DatabaseSync: new (path: string, options: { timeout: number; readOnly?: boolean }) => Database;
}

/** Uses the SQLite built into Node (22.13 and later), or else a package with the same interface. */
export async function openDatabase(path: string, busyTimeoutMs: number): Promise<Database> {
  const { DatabaseSync } = (await builtIn()) ?? (await import("@photostructure/sqlite"));
  return new DatabaseSync(path, { timeout: busyTimeoutMs });
}

/** Opens a path or a `file:` URL read-only. */
export async function openForReading(location: string): Promise<Database> {
  const { DatabaseSync } = (await builtIn()) ?? (await import("@photostructure/sqlite"));
  return new DatabaseSync(location, { timeout: 0, readOnly: true });
}

async function builtIn(): Promise<SqliteModule | undefined> {
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
