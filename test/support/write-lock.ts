import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("write-lock-process.ts", import.meta.url));

/** Another process holds the write lock of the file, from when this resolves until `released` does. */
export async function holdWriteLock(
  path: string,
  ms: number,
  kind: "IMMEDIATE" | "EXCLUSIVE" = "IMMEDIATE",
): Promise<{ released: Promise<number> }> {
  const child = spawn(process.execPath, ["--import", "tsx", script, path, String(ms), kind], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const released = once(child, "close").then(([code]) => code as number);
  const said = await Promise.race([once(child.stdout, "data"), released]);
  if (!Array.isArray(said)) throw new Error(`The process that should hold the lock ended with ${said}.`);
  return { released };
}
