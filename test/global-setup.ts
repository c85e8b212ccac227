import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "../scripts/build.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Tests of the program run the bundle a user gets, so it has to be the one of these sources. */
export async function setup(): Promise<void> {
  const built = changedAt(join(root, "dist", "membria.js"));
  if (Math.max(...inputs().map(changedAt)) > built) await build();
  // The full check uses the disk that the program will use. Who names a folder means it.
  if (!process.env["MEMBRIA_SOAK"] && !process.env["TMPDIR"] && isFit(IN_MEMORY))
    process.env["TMPDIR"] = IN_MEMORY;
}

/** Linux has it. Thousands of small memories are written and read there without a disk. */
const IN_MEMORY = "/dev/shm";
const ENOUGH_BYTES = 4e9;

/** Whether there is room, and programs in it may run, which some systems forbid. */
function isFit(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < ENOUGH_BYTES) return false;
    const own = mkdtempSync(join(folder, "membria-test-"));
    try {
      const program = join(own, "program");
      writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
      return spawnSync(program).status === 0;
    } finally {
      rmSync(own, { recursive: true });
    }
  } catch {
    return false;
  }
}

/** Folders are inputs as well: their time changes when a file goes away. */
function inputs(): string[] {
  const src = join(root, "src");
  const scripts = join(root, "scripts");
  const sources = readdirSync(src, { recursive: true, encoding: "utf8" }).map((name) => join(src, name));
  return [
    src,
    ...sources,
    ...readdirSync(scripts).map((name) => join(scripts, name)),
    join(root, "package.json"),
    join(root, "package-lock.json"),
  ];
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
