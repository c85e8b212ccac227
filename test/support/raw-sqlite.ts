import { type Database, openDatabase } from "../../src/store/file/driver.ts";

/** The file as any SQLite program sees it, past everything of ours. */
export async function raw<T>(path: string, work: (db: Database) => T | Promise<T>): Promise<T> {
  const db = await openDatabase(path, 60_000);
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/** How many rows each table has. */
export const rowCounts = (path: string): Promise<Record<string, unknown>> =>
  raw(path, (db) => {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    return Object.fromEntries(
      tables.map(({ name }) => [name, db.prepare(`SELECT count(*) AS n FROM "${name}"`).get()?.["n"]]),
    );
  });
