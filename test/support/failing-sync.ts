import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { needs } from "./needs.ts";

const SOURCE = fileURLToPath(new URL("./failing-sync.c", import.meta.url));

export const WITH_COMPILER = needs(
  process.platform === "linux" && spawnSync("gcc", ["--version"]).status === 0,
  "failing disks",
  "gcc, on Linux: apt-get install gcc libc6-dev",
);

/** Compiles a library into the folder, and returns the variables with which a program meets a disk that fails. */
export function failingSync(
  folder: string,
): (syncs: { readonly after: number; readonly count: number }) => Record<string, string> {
  const library = `${folder}/failing-sync.so`;
  execFileSync("gcc", ["-shared", "-fPIC", "-o", library, SOURCE, "-ldl"]);
  return ({ after, count }) => ({
    LD_PRELOAD: library,
    FAIL_SYNC_AFTER: String(after),
    FAIL_SYNC_COUNT: String(count),
  });
}
