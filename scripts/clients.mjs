import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { claudeCode } from "../test/clients/claude-code.mjs";
import { useInspector } from "../test/clients/inspector.mjs";
import { usePlugin } from "../test/clients/plugins.mjs";
import { REMEMBERING } from "../test/clients/remembering/ways.mjs";
import { useRemembering } from "../test/clients/remembering.mjs";
import { runClient } from "../test/clients/run-client.mjs";
import { useClaudeCode } from "../test/clients/use-claude-code.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { installed } from "./installed-client.mjs";
import { isMain } from "./run.mjs";

/** A different statement for each client, so that they cannot be confused. */
const decisionBy = (client, way) => ({
  statement: `Use PostgreSQL for the user database, as ${client} says over ${way}`,
  alternatives: ["MongoDB"],
  confidence: 0.82,
});

const CLIENTS = [
  {
    package: "@modelcontextprotocol/inspector@0.15.0",
    file: join("@modelcontextprotocol", "inspector", "cli", "build", "cli.js"),
    use: (cli, servers) => useInspector(cli, servers, decisionBy),
  },
  {
    ...claudeCode,
    use: (_claude, servers, folder) => useClaudeCode(servers, decisionBy, folder),
  },
];

/**
 * Resolves to 0, or to `undefined` if no client is available. With names of clients, only these are set up and worked with.
 * @throws when a client finds a problem.
 */
export async function runClients(names = []) {
  const { build } = await import("./build.mjs");
  const { main: membria } = await build();
  const called = names.length === 0 ? await callTools(membria) : 0;
  const remembered = await remember(membria, names);
  return called + remembered > 0 ? 0 : undefined;
}

/** Sets up one client after the other as a person would, and works with it. */
async function remember(membria, names) {
  let used = 0;
  for (const way of REMEMBERING) {
    if (names.length > 0 && !names.includes(way.name)) continue;
    if (!(await installed(way.client.package, way.client.file))) continue;
    await useRemembering(way, membria);
    console.log(`${way.name}: what was decided, and what failed, was told where it mattered, and only there`);
    if (way.plugin) {
      await usePlugin(way, membria);
      console.log(`${way.name}: the same with the package instead of settings`);
    }
    used += 1;
  }
  return used;
}

/** Has clients call the tools, over stdio and HTTP. Answers with how many did. */
async function callTools(membria) {
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
    return used;
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

if (isMain(import.meta)) {
  await ensureInstalled();
  process.exitCode = (await runClients(process.argv.slice(2))) ?? 0;
}
