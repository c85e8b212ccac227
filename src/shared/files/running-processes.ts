import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { Processes } from "../ports.ts";

const NAME = /^([0-9a-f]{8})-(\d+)-([0-9a-f]{8})$/;
const HOST = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
/** A process may have the id of one that was killed, as in a container that is started again. */
const PROCESS = randomBytes(4).toString("hex");

/** Another process may have got the id of one that ended, which then still counts as running. */
export const runningProcesses: Processes = {
  own: `${HOST}-${process.pid}-${PROCESS}`,
  hasEnded(name) {
    const [, host, pid, owner] = NAME.exec(name) ?? [];
    if (host !== HOST) return false;
    if (Number(pid) === process.pid) return owner !== PROCESS;
    return !isRunning(Number(pid));
  },
};

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // Somebody else's process may not be signalled.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Linux keeps the id of a killed process until somebody asks how it ended, which in many containers nobody does. One of
 * its threads may still be finishing a call.
 */
function isZombie(pid: number): boolean {
  try {
    const [, state] = /\) (\w) [^)]*$/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return state === "Z" && readdirSync(`/proc/${pid}/task`).length === 1;
  } catch {
    return false;
  }
}
