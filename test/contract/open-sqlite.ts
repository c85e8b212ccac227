import { openSqliteStore } from "../../src/memory/open-store.ts";
import type { Store } from "../../src/memory/store.ts";
import { writeNewMemory } from "../support/new-memory.ts";
import { expectSameWhenReplayed } from "../support/replayed.ts";
import { silentLog } from "../support/silent-log.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import type { OpenStore } from "./opened-store.ts";

/** A memory in a file of its own. */
export const openSqlite: OpenStore = async () => {
  const folder = await temporaryFolder();
  await writeNewMemory(folder.file("membria.db"));
  const open = (): Promise<Store> => openSqliteStore(folder.file("membria.db"), silentLog);
  const opened = [await open()];
  const store = opened[0] as Store;
  const keep = async (): Promise<Store> => {
    const another = await open();
    opened.push(another);
    return another;
  };
  return {
    store,
    async reopen() {
      await store.close();
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
