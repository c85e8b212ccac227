import { openSqliteStore } from "../../src/memory/open-store.ts";
import { act, decision } from "./decisions.ts";
import { silentLog } from "./silent-log.ts";

/** Writes decisions from a process of its own: `writer-process.ts FILE ID…`. */
const [path, ...ids] = process.argv.slice(2) as [string, ...string[]];
const store = await openSqliteStore(path, silentLog);
for (const id of ids) await store.addDecision({ decision: decision({ id }) }, act());
await store.close();
