import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { useClaudeCode } from "../test/clients/claude-code.mjs";
import { useInspector } from "../test/clients/inspector.mjs";
import { runClient } from "../test/clients/run-client.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { isMain, root, runNpm } from "./run.mjs";
import { yellow } from "./terminal.mjs";

/** A different statement for each client, so that they cannot be confused. */
const decisionBy = (client, way) => ({
  statement: `Use PostgreSQL for the user database, as ${client} says over ${way}`,
  alternatives: ["MongoDB"],
  confidence: 0.82,
});

const { platform, arch } = process;

/** Fetched when needed: they are third-party programs, not dependencies. */
const CLIENTS = [
  {
    package: "@modelcontextprotocol/inspector@0.15.0",
    file: join("@modelcontextprotocol", "inspector", "cli", "build", "cli.js"),
    use: (cli, servers) => useInspector(cli, servers, decisionBy),
  },
  {
    package: "@anthropic-ai/claude-code@2.1.325",
    file: join(
      "@anthropic-ai",
      `claude-code-${platform}-${arch}`,
      platform === "win32" ? "claude.exe" : "claude",
    ),
    use: (claude, servers, folder) => useClaudeCode(claude, servers, decisionBy, folder),
  },
];

/** Resolves to 0, or to `undefined` if no client is available. @throws when a client finds a problem. */
export async function runClients() {
  const { build } = await import("./build.mjs");
  const { main: membria } = await build();
  const folder = await mkdtemp(join(tmpdir(), "membria-clients-"));
  const home = join(folder, "memory");
  const flags = ["--home", home, "--project", "clients"];
  const server = await startServer(membria, flags);
  const keyless = await startServer(membria, ["--insecure-no-auth", ...flags]);
  try {
    const make = [membria, "keys", "create", "--name", "clients", "--json", ...flags];
    const { key } = JSON.parse(await runClient(process.execPath, make));
    const servers = {
      stdio: { command: process.execPath, args: [membria, "mcp", "serve", ...flags] },
      http: { url: server.url, key, keyless: keyless.url },
    };
    let used = 0;
    for (const { package: name, file, use } of CLIENTS) {
      const path = await installed(name, file);
      if (!path) continue;
      await use(path, servers, join(folder, "homes"));
      used += 1;
    }
    return used > 0 ? 0 : undefined;
  } finally {
    await server.end();
    await keyless.end();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startServer(membria, flags) {
  const child = spawn(process.execPath, [membria, "mcp", "start", "--port", "0", ...flags], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const closed = once(child, "close");
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    closed.then(([code]) => Promise.reject(new Error(`The server ended with exit code ${code}.`))),
  ]);
  return {
    url: /http\S+/.exec(line)[0],
    async end() {
      child.kill("SIGTERM");
      await closed;
    },
  };
}

async function installed(name, file) {
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

if (isMain(import.meta)) {
  await ensureInstalled();
  process.exitCode = (await runClients()) ?? 0;
}
