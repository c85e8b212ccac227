import type { DatabaseSyncInstance } from "@photostructure/sqlite";

export type Database = DatabaseSyncInstance;
export type Statement = ReturnType<Database["prepare"]>;
export type SqlValue = string | number | bigint | null | Uint8Array;

interface SqliteModule {
  readonly DatabaseSync: new (path: string, options: { timeout: number; readOnly?: boolean }) => Database;
}

/** Node's own SQLite where it has one (22.13 and later); a package with the same interface before that. */
export async function openDatabase(path: string, busyTimeoutMs: number): Promise<Database> {
  const { DatabaseSync } = (await builtIn()) ?? (await import("@photostructure/sqlite"));
  return new DatabaseSync(path, { timeout: busyTimeoutMs });
}

async function builtIn(): Promise<SqliteModule | undefined> {
  // Loading it prints a warning that the module is experimental, on the stream that people read as our log.
  const { emitWarning } = process;
  process.emitWarning = (() => {}) as typeof emitWarning;
  try {
    return process.getBuiltinModule?.("node:sqlite") as SqliteModule | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** The primary result code of a driver's error, or undefined when the error is not SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === "number" ? code & 0xff : undefined;
}
