import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const script = fileURLToPath(new URL("write-lock-process.ts", import.meta.url));

export interface WriteLock {
  /** Releases the file, and resolves when the other process has ended. */
  release(): Promise<void>;
}

/** Another process holds the write lock of the file, from when this resolves until it is told to release it. */
export async function holdWriteLock(
  path: string,
  kind: "IMMEDIATE" | "EXCLUSIVE" = "IMMEDIATE",
): Promise<WriteLock> {
  const child = spawn(process.execPath, ["--import", "tsx", script, path, kind], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  // Also after a failed test: whoever waits for the lock would never end.
  onTestFinished(() => void child.kill("SIGKILL"));
  const gone = once(child, "close").then(([code]) => code as number);
  const said = await Promise.race([once(child.stdout, "data"), gone]);
  if (!Array.isArray(said)) throw new Error(`The process that should hold the lock ended with ${said}.`);
  return {
    async release() {
      child.stdin.end();
      const code = await gone;
      if (code !== 0) throw new Error(`The process that held the lock ended with ${code}.`);
    },
  };
}
