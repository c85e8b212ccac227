import { spawn } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Resolves to the exit code; a child ended by a signal counts as 1. Rejects when it cannot be started. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

export function runNode(args, options) {
  return run(process.execPath, args, options);
}

/** A package's command, run by this Node: the links in `.bin` differ by platform, the package's own file does not. */
export function runBin(packageName, args, options) {
  const directory = join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  const file = typeof bin === "string" ? bin : Object.values(bin)[0];
  return runNode([join(directory, file), ...args], options);
}

export function runNpm(args, options) {
  const [command, ...first] = npmCommand();
  return run(command, [...first, ...args], options);
}

/** The command that starts npm, and its first arguments. */
export function npmCommand() {
  const running = process.env.npm_execpath;
  if (running && basename(running).startsWith("npm-cli")) return [process.execPath, running];
  if (process.platform !== "win32") return ["npm"];
  // Windows has npm.cmd only, which cannot be started without a shell.
  return [process.execPath, join(dirname(process.execPath), "node_modules", "npm", "bin", "npm-cli.js")];
}

/** Whether `importMeta` is that of the file Node was started with. */
export function isMain(importMeta) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(importMeta.url);
}
