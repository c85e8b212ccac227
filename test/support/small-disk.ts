import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { onTestFinished } from "vitest";

/** Mounts a disk of a few kilobytes for the test. Undefined where that is not allowed. */
export function smallDisk(folder: string, kilobytes: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", folder]);
  if (mounted.status !== 0) return undefined;
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  return folder;
}

/** From now on the disk can only be read. */
export function makeReadOnly(folder: string): void {
  spawnSync("mount", ["-o", "remount,ro", folder]);
}
