import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { openMemoryFile } from "../../src/memory/open-memory.ts";
import { ID_PREFIX } from "../../src/shared/ids.ts";
import { silentLog } from "./silent-log.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** An id of a memory, as the program makes one for a new file. */
const memoryId = (): string => `${ID_PREFIX.memory}_${randomBytes(10).toString("hex")}`;
const MEMORY_ID = new RegExp(memoryId().replace(/_.*/, "_[0-9a-f]{20}"), "g");

let template: Promise<Buffer> | undefined;

/**
 * Writes a new memory to the path, as the program makes it, with an id of its own. All steps of the format are applied once
 * in a process and copied from then on: they take most of the time that a test with a memory takes.
 */
export async function writeNewMemory(path: string): Promise<void> {
  template ??= makeTemplate();
  const text = (await template).toString("latin1").replaceAll(MEMORY_ID, memoryId());
  await writeFile(path, text, { encoding: "latin1", mode: 0o600 });
}

async function makeTemplate(): Promise<Buffer> {
  const folder = await temporaryFolder();
  const memory = await openMemoryFile(folder.file("template.db"), silentLog);
  await memory.close();
  const bytes = await readFile(folder.file("template.db"));
  await folder.remove();
  return bytes;
}
