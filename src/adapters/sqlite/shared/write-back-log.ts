import type { Database } from "./driver.ts";

/**
 * Writes the write-ahead log back into the file, because the driver for Node 20 releases the file only when its
 * statements are garbage-collected. After this, a memory that nobody has open is complete in its one file.
 */
export function closeDatabase(db: Database): void {
  writeBackLog(db, "TRUNCATE");
  db.close();
}

export function writeBackLog(db: Database, mode: "PASSIVE" | "FULL" | "TRUNCATE"): void {
  try {
    db.exec(`PRAGMA wal_checkpoint(${mode})`);
  } catch {
    // Another process has the file open and will do it.
  }
}
