import { once } from "node:events";
import { openDatabase } from "../../src/adapters/sqlite/shared/driver.ts";

/** Reads a file in one transaction until its input ends: `read-lock-process.ts FILE`. */
const [path] = process.argv.slice(2) as [string];
const db = await openDatabase(path, 5_000);
db.exec("BEGIN");
db.prepare("SELECT count(*) FROM memories").get();
process.stdout.write("held\n");
await once(process.stdin.resume(), "end");
db.exec("COMMIT");
db.close();
