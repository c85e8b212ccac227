import type { Log } from "../shared/ports.ts";
import { fileKind } from "../store/file/database-file.ts";
import type { Memory } from "../store/file/memory.ts";
import { openReadOnly } from "./open-memory.ts";

export interface LookedAtMemory {
  readonly memory: Memory;
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
  const memory = await openReadOnly(path, BECAUSE, silent).catch(() => undefined);
  if (!memory) return undefined;
  return {
    memory,
    projects: () =>
      memory.read((sql) =>
        sql
          .all<{ project: string }>("SELECT project FROM memories GROUP BY project ORDER BY max(seq) DESC")
          .map(({ project }) => String(project)),
      ),
    close: () => memory.close(),
  };
}
