import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "../scripts/build.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Tests of the program run the bundle a user gets, so it has to be the one of these sources. */
export async function setup(): Promise<void> {
  const built = changedAt(join(root, "dist", "membria.js"));
  if (Math.max(...inputs().map(changedAt)) > built) await build();
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
