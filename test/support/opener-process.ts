import { once } from "node:events";
import { openSqliteStore } from "../../src/memory/open-store.ts";
import { silentLog } from "./silent-log.ts";

/** Says that it is ready, waits for the end of its input and opens the memory then: `opener-process.ts FILE`. */
const [path] = process.argv.slice(2) as [string];
process.stdout.write("ready\n");
await once(process.stdin.resume(), "end");
const store = await openSqliteStore(path, silentLog);
await store.close();
