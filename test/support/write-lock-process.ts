import { once } from "node:events";
import { openDatabase } from "../../src/adapters/sqlite/shared/driver.ts";

/** Holds the write lock of a file until its input ends: `write-lock-process.ts FILE IMMEDIATE|EXCLUSIVE`. */
const [path, kind] = process.argv.slice(2) as [string, string];
const db = await openDatabase(path, 5_000);
db.exec(`BEGIN ${kind}`);
process.stdout.write("held\n");
await once(process.stdin.resume(), "end");
db.exec("ROLLBACK");
db.close();
