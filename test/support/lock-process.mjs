// Holds a file until the input ends: `lock-process.mjs FILE BEGIN`, where BEGIN is how the transaction begins. Plain
// JavaScript, because starting with a loader for TypeScript takes most of a second.
import { once } from "node:events";
import { DatabaseSync } from "@photostructure/sqlite";

const [path, begin] = process.argv.slice(2);
const db = new DatabaseSync(path, { timeout: 60_000 });
db.exec(begin);
// A transaction that reads sees the file as it is from its first query on.
if (begin === "BEGIN") db.prepare("SELECT count(*) FROM sqlite_schema").get();
process.stdout.write("held\n");
await once(process.stdin.resume(), "end");
db.exec("ROLLBACK");
db.close();
