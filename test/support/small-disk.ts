import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const DISK_BYTES = 32_000_000;

/** Why a test is skipped that could not mount one. */
export const NO_DISK = "disks: the right to mount one: run them as root";

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

/** A disk in a file of the folder, which can be made to fail as a broken one does. Undefined where that is not allowed. */
export function diskThatFails(
  folder: string,
): { readonly path: string; fail(): void; mountAgain(): void } | undefined {
  if (process.platform !== "linux") return undefined;
  const [image, path] = [join(folder, "disk.img"), join(folder, "mounted")];
  mkdirSync(path);
  writeFileSync(image, Buffer.alloc(DISK_BYTES));
  const run = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
  const mount = (): boolean => run("mount", "-t", "ext4", "-o", "loop", image, path);
  if (!run("mkfs.ext4", "-q", image) || !mount()) return undefined;
  onTestFinished(() => void run("umount", "-l", path));
  return {
    path,
    // The system does this to a disk whose errors it cannot get over; who has files open on it keeps them.
    fail: () => void run("mount", "-o", "remount,abort", path),
    mountAgain() {
      run("umount", path);
      mount();
    },
  };
}
