import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export interface HeldFile {
  /** Releases the file, and resolves when the other process has ended. */
  release(): Promise<void>;
}

/** Another process holds the write lock of the file, from when this resolves until it is told to release it. */
export const holdWriteLock = (
  path: string,
  kind: "IMMEDIATE" | "EXCLUSIVE" = "IMMEDIATE",
): Promise<HeldFile> => hold(path, `BEGIN ${kind}`);

/** Another process reads the file as it is now, in one transaction, until it is told to release it. */
export const holdRead = (path: string): Promise<HeldFile> => hold(path, "BEGIN");

const PROCESS = fileURLToPath(new URL("lock-process.mjs", import.meta.url));

async function hold(path: string, begin: string): Promise<HeldFile> {
  const child = spawn(process.execPath, [PROCESS, path, begin], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  // Also after a failed test: whoever waits for the file would never end.
  onTestFinished(() => void child.kill("SIGKILL"));
  const gone = once(child, "close").then(([code]) => code as number);
  const said = await Promise.race([once(child.stdout, "data"), gone]);
  if (!Array.isArray(said)) throw new Error(`The process that should hold the file ended with ${said}.`);
  return {
    async release() {
      child.stdin.end();
      const code = await gone;
      if (code !== 0) throw new Error(`The process that held the file ended with ${code}.`);
    },
  };
}
