import { closeSync, openSync } from "node:fs";

/** Whether the process belongs to a terminal at which somebody could sit, even if its input and output are redirected. */
export function hasControllingTerminal(): boolean {
  try {
    closeSync(openSync(process.platform === "win32" ? "CONIN$" : "/dev/tty", "r+"));
    return true;
  } catch {
    return false;
  }
}
