import { addDecision } from "../../src/decisions/sql/decisions.ts";
import { openMemoryFile } from "../../src/memory/open-memory.ts";
import { act, decision } from "./decisions.ts";
import { silentLog } from "./silent-log.ts";

/** Writes decisions from a process of its own: `writer-process.ts FILE ID…`. */
const [path, ...ids] = process.argv.slice(2) as [string, ...string[]];
const memory = await openMemoryFile(path, silentLog);
for (const id of ids) await addDecision(memory, { decision: decision({ id }) }, act());
await memory.close();
