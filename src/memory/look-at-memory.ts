import type { Log } from "../shared/ports.ts";
import { fileKind } from "../store/file/database-file.ts";
import { connectForReading } from "../store/file/read-only-file.ts";
import { openReadOnly } from "./open-store.ts";
import type { Store } from "./store.ts";

export interface LookedAtMemory {
  readonly store: Store;
  /** The names of all projects, the one that was written to last first. */
  projects(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const BECAUSE = "it is only looked at";
const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };

/**
 * Opens a memory to look at it: nothing is created, upgraded or written, also not beside the file. Undefined if there is
 * no memory, or not one of the format of this version.
 */
export async function openForLooking(path: string): Promise<LookedAtMemory | undefined> {
  if (fileKind(path) !== "ours") return undefined;
  const store = await openReadOnly(path, BECAUSE, silent).catch(() => undefined);
  if (!store) return undefined;
  return {
    store,
    async projects() {
      const connection = await connectForReading(path, BECAUSE);
      try {
        const rows = await connection.read((sql) =>
          sql.all("SELECT project FROM memories GROUP BY project ORDER BY max(seq) DESC"),
        );
        return rows.map(({ project }) => String(project));
      } finally {
        await connection.close();
      }
    },
    close: () => store.close(),
  };
}
