import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { root, runNpm } from "./run.mjs";
import { yellow } from "./terminal.mjs";

/**
 * The file of a client's package. Clients are third-party programs and no dependencies, so they are fetched when needed.
 * Resolves to `undefined` where that fails.
 */
export async function installed(name, file) {
  const directory = join(root, "node_modules", ".cache", "clients", name.replace(/[@/]/g, "-"));
  const path = join(directory, "node_modules", file);
  if (existsSync(path)) return path;
  await mkdir(directory, { recursive: true });
  const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
  const code = await runNpm(["install", "--prefix", directory, ...options, name], {
    stdio: ["ignore", 2, 2],
  });
  if (code === 0 && existsSync(path)) return path;
  console.log(yellow(`Skipped: ${name} could not be installed here.`));
  return undefined;
}
