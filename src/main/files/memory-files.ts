import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { text } from "node:stream/consumers";
import {
  isDailyCopyDue,
  type MemoryBackups,
  type MemoryFiles,
  sqliteBackups,
  sqliteFiles,
} from "../../repair/index.ts";
import { runningProcesses } from "../../shared/files/running-processes.ts";
import { wholeFiles } from "../../shared/files/whole-files.ts";
import type { Log } from "../../shared/ports.ts";
import { systemClock } from "../../shared/system/system.ts";
import { type Environment, memoryFile } from "../environment.ts";

// All that works on the file of the memory is loaded together, and only by those who need it.

/** The size that is copied in about a tenth of a second. Larger memories are left to servers, which have time. */
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
  await backupsOf(environment).makeDaily(systemClock.now(), { largestBytes: LARGEST_AFTER_COMMAND });
}

/**
 * Makes the daily copy of the memory at a path, if it is due. `program` does it, because SQLite would keep this process from
 * answering meanwhile.
 */
export async function makeDailyCopyElsewhere(
  path: string,
  now: Date,
  [command, ...args]: readonly [string, ...string[]],
  log: Log,
): Promise<void> {
  if (!(await isDailyCopyDue(path, now))) return;
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"], windowsHide: true });
  // It may end after this process.
  child.unref();
  const ended = new Promise<number | string | null>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code) => resolve(code));
  });
  lowerPriority(child.pid);
  const [problem, code] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) log.warn("The daily copy of the memory was not made.", { code, problem });
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or may not be changed.
  }
}
