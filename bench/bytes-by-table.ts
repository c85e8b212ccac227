import { rmSync } from "node:fs";
import { openDatabase } from "../src/store/file/driver.ts";

const BUSY_MS = 10_000;

/** The bytes that each table takes with its indexes in a copy without free pages. The parts of a word index are one. */
export async function bytesByTable(path: string): Promise<ReadonlyMap<string, number>> {
  const copy = `${path}.packed`;
  rmSync(copy, { force: true });
  const original = await openDatabase(path, BUSY_MS);
  original.exec(`VACUUM INTO '${copy}'`);
  original.close();
  const packed = await openDatabase(copy, BUSY_MS);
  try {
    const rows = packed
      .prepare(
        `SELECT coalesce(s.tbl_name, d.name) AS name, sum(d.pgsize) AS bytes
         FROM dbstat d LEFT JOIN sqlite_schema s ON s.name = d.name GROUP BY 1`,
      )
      .all() as { name: string; bytes: number }[];
    const bytes = new Map<string, number>();
    for (const row of rows) {
      const name = row.name.replace(/^(\w+_text)_\w+$/, "$1");
      bytes.set(name, (bytes.get(name) ?? 0) + row.bytes);
    }
    return bytes;
  } finally {
    packed.close();
    rmSync(copy, { force: true });
  }
}

/** How many texts wait for their embedding. */
export async function pendingTexts(path: string): Promise<number> {
  const db = await openDatabase(path, BUSY_MS);
  try {
    return (db.prepare("SELECT count(*) AS n FROM embedding_queue").get() as { n: number }).n;
  } finally {
    db.close();
  }
}
