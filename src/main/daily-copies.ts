import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { text } from "node:stream/consumers";
import { isDailyCopyDue } from "../adapters/sqlite/repair/daily-copy.ts";
import { systemClock } from "../adapters/system/clock.ts";
import type { Log } from "../domain/shared/ports.ts";
import type { Environment } from "./environment.ts";
import { flagsOf } from "./settings.ts";
import { memoryFile } from "./wire.ts";

type Flags = Readonly<Record<string, unknown>>;

/** A new process makes the copy, because SQLite would keep this one from answering meanwhile. */
export async function makeDailyCopyElsewhere(
  environment: Environment,
  flags: Flags,
  log: Log,
): Promise<void> {
  if (!(await isDailyCopyDue(memoryFile(environment).path, systemClock.now()))) return;
  const { execPath, execArgv, argv } = process;
  const program = [...execArgv, argv[1] ?? "", "backup", "--daily", ...flagsOf(flags)];
  const child = spawn(execPath, program, { stdio: ["ignore", "ignore", "pipe"], windowsHide: true });
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
