import { once } from "node:events";
import { openMemoryFile } from "../../src/memory/open-memory.ts";
import { silentLog } from "./silent-log.ts";

/** Says that it is ready, waits for the end of its input and opens the memory then: `opener-process.ts FILE`. */
const [path] = process.argv.slice(2) as [string];
process.stdout.write("ready\n");
await once(process.stdin.resume(), "end");
const memory = await openMemoryFile(path, silentLog);
await memory.close();
