import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "../../src/adapters/sqlite/shared/driver.ts";

/** Holds the write lock of a file in a process of its own: `write-lock-process.ts FILE MILLISECONDS IMMEDIATE|EXCLUSIVE`. */
const [path, milliseconds, kind] = process.argv.slice(2) as [string, string, string];
const db = await openDatabase(path, 5_000);
db.exec(`BEGIN ${kind}`);
process.stdout.write("held\n");
await wait(Number(milliseconds));
db.exec("ROLLBACK");
db.close();
