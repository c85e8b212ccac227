import { type MemoryBackups, type MemoryFiles, sqliteBackups, sqliteFiles } from "../repair/index.ts";
import { runningProcesses } from "../shared/files/running-processes.ts";
import { wholeFiles } from "../shared/files/whole-files.ts";
import { systemClock } from "../shared/system/system.ts";
import type { Environment } from "./environment.ts";
import { memoryFile } from "./memory-file.ts";

// All that works on the file of the memory is loaded together, and only by those who need it.
export { makeDailyCopyElsewhere } from "./daily-copies.ts";

/** What is copied in about a tenth of a second. Larger memories are left to servers, which have time. */
const LARGEST_AFTER_COMMAND = 16_000_000;

export const filesOf = (environment: Environment): MemoryFiles => sqliteFiles(memoryFile(environment).path);

export const backupsOf = (environment: Environment): MemoryBackups =>
  sqliteBackups(memoryFile(environment).path, {
    keep: environment.settings.backups,
    files: wholeFiles,
    processes: runningProcesses,
  });

/** Makes the copy of the day when a command has given its answer, for those who never run a server. */
export async function copyAfterCommand(environment: Environment): Promise<void> {
  try {
    await backupsOf(environment).makeDaily(systemClock.now(), { largestBytes: LARGEST_AFTER_COMMAND });
  } catch {
    // The command has succeeded. `membria doctor` says how old the newest copy is.
  }
}
