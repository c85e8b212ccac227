import { join } from "node:path";
import { ensureInstalled } from "./ensure-installed.mjs";
import { isMain, root, runNode } from "./run.mjs";

/** Sends made-up calls to the built program for ten minutes. Resolves to the exit code. */
export async function runFuzz(args = []) {
  const { build } = await import("./build.mjs");
  await build();
  return runNode(["--import", "tsx", join(root, "test", "fuzz", "run.ts"), ...args]);
}

if (isMain(import.meta)) {
  await ensureInstalled();
  process.exitCode = await runFuzz(process.argv.slice(2));
}
