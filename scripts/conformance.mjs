import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bundle } from "./bundle.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { isMain, root, runNpm } from "./run.mjs";
import { bold } from "./terminal.mjs";
import { runWithNode } from "./with-node.mjs";

/** The suites are not dependencies: they need a newer Node and are fetched when needed. */
const SUITES = [
  { version: "0.1.16", args: ["--suite", "all"] },
  { version: "0.2.0-alpha.12", args: ["--suite", "all", "--spec-version", "2025-11-25"] },
  { version: "0.2.0-alpha.12", args: ["--suite", "all", "--spec-version", "2026-07-28"] },
];
const NODE = 22;

/** Resolves to an exit code, or to `undefined` if a suite or the Node it needs is not available. */
export async function runConformance() {
  const clis = new Map();
  for (const { version } of SUITES) clis.set(version, await cliOf(version));
  if ([...clis.values()].includes(undefined)) return undefined;
  const server = await startServer();
  try {
    for (const { version, args } of SUITES) {
      console.log(bold(`\nconformance ${version} ${args.join(" ")}`));
      const code = await runWithNode(NODE, [clis.get(version), "server", "--url", server.url, ...args]);
      if (code !== 0) return code;
    }
    return 0;
  } finally {
    await server.end();
  }
}

/** The suite's command, fetched from the registry once. */
async function cliOf(version) {
  const directory = join(root, "node_modules", ".cache", `conformance-${version}`);
  const cli = join(directory, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
  if (existsSync(cli)) return cli;
  await mkdir(directory, { recursive: true });
  const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--force"];
  const name = `@modelcontextprotocol/conformance@${version}`;
  const code = await runNpm(["install", "--prefix", directory, ...options, name], {
    stdio: ["ignore", 2, 2],
  });
  if (code === 0 && existsSync(cli)) return cli;
  console.error(`${name} could not be installed, so conformance is not checked.`);
  return undefined;
}

/** The product's HTTP server with the fixtures that the suites want. */
async function startServer() {
  const file = await bundle(join(root, "test", "conformance", "server-process.ts"));
  const child = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "inherit"] });
  const closed = once(child, "close");
  const [url] = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    closed.then(([code]) => Promise.reject(new Error(`The server ended with exit code ${code}.`))),
  ]);
  return {
    url,
    async end() {
      child.stdin.end();
      await closed;
    },
  };
}

if (isMain(import.meta)) {
  await ensureInstalled();
  const code = await runConformance();
  if (code === undefined) console.log("Skipped.");
  process.exitCode = code ?? 0;
}
