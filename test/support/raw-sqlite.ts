import { type Database, openDatabase } from "../../src/adapters/sqlite/shared/driver.ts";

/** The file as any SQLite program sees it, past everything of ours. */
export async function raw<T>(path: string, work: (db: Database) => T | Promise<T>): Promise<T> {
  const db = await openDatabase(path, 5_000);
  try {
    return await work(db);
  } finally {
    db.close();
  }
}
