import { openMemoryFile } from "../../src/memory/open-memory.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import { writeNewMemory } from "../support/new-memory.ts";
import { expectSameWhenReplayed } from "../support/replayed.ts";
import { silentLog } from "../support/silent-log.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import type { OpenStore } from "./opened-store.ts";

/** A memory in a file of its own. */
export const openSqlite: OpenStore = async () => {
  const folder = await temporaryFolder();
  await writeNewMemory(folder.file("membria.db"));
  const open = (): Promise<Memory> => openMemoryFile(folder.file("membria.db"), silentLog);
  const opened = [await open()];
  const memory = opened[0] as Memory;
  const keep = async (): Promise<Memory> => {
    const another = await open();
    opened.push(another);
    return another;
  };
  return {
    memory,
    async reopen() {
      await memory.close();
      return keep();
    },
    second: keep,
    async dispose() {
      for (const one of opened) await one.close();
      // Whatever a test wrote, its changes are enough to write it again.
      await expectSameWhenReplayed(folder.file("membria.db"));
      await folder.remove();
    },
  };
};
