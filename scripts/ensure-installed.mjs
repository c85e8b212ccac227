import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMain, root, runNpm } from "./run.mjs";

/** Installs the packages of the lockfile unless they are installed. */
export async function ensureInstalled() {
  const reason = whyInstall();
  if (!reason) return;
  process.stderr.write(`Installing dependencies: ${reason}\n`);
  const started = performance.now();
  // The output of npm goes to stderr, because stdout belongs to the product.
  const code = await runNpm(["ci", "--include=dev", "--no-audit", "--no-fund"], { stdio: ["ignore", 2, 2] });
  if (code !== 0) throw new Error(`npm ci failed with exit code ${code}. Its output is above.`);
  process.stderr.write(`Installed in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

function whyInstall() {
  const installedLock = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installedLock)) return "nothing is installed yet.";
  const wanted = packagesOf(join(root, "package-lock.json"));
  const installed = packagesOf(installedLock);
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === "") continue;
    const there = installed[path];
    // npm leaves out optional packages made for other platforms.
    if (!there && (entry.optional || entry.devOptional)) continue;
    if (!there || !existsSync(join(root, path))) return `${path} is missing.`;
    if (there.version !== entry.version) {
      return `${path} is ${there.version}, the lockfile says ${entry.version}.`;
    }
    if (there.integrity !== entry.integrity) return `${path} is not the build that the lockfile names.`;
  }
  return undefined;
}

function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, "utf8")).packages;
}

if (isMain(import.meta)) await ensureInstalled();
