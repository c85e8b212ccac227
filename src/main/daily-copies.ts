import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { text } from "node:stream/consumers";
import { isDailyCopyDue } from "../repair/index.ts";
import type { Log } from "../shared/ports.ts";

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
