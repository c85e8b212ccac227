// Serves programs of Express or plain node:http that it is handed, one JSON message per line in both directions.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { transform } from "esbuild";

// What a program prints must not look like a reply.
console.log = console.error;
const require = createRequire(import.meta.url);
const servers = new Map();

/** Runs a module afresh, so that no program sees what another one left behind. */
async function load(source, known = {}) {
  const { code } = await transform(source, {
    loader: "ts",
    format: "cjs",
    target: "node20",
    sourcefile: "app.ts",
  });
  const module = { exports: {} };
  const requireKnown = (name) => known[name] ?? require(name);
  new Function("module", "exports", "require", code)(module, module.exports, requireKnown);
  return module.exports;
}

async function loadApp(code) {
  const exports = await load(code);
  if (typeof exports.app?.listen !== "function") {
    throw new TypeError("The program must say: export const app = express(), or createServer(…).");
  }
  return exports;
}

const actions = {
  async serve({ code }) {
    const { app } = await loadApp(code);
    const server = await new Promise((resolve, reject) => {
      const opened = app.listen(0, "127.0.0.1", (error) => (error ? reject(error) : resolve(opened)));
    });
    const { port } = server.address();
    servers.set(port, server);
    return { port };
  },

  async stop({ port }) {
    servers.get(port).close();
    servers.get(port).closeAllConnections();
    servers.delete(port);
    return {};
  },

  async spent() {
    const { user, system } = process.cpuUsage();
    return { ms: (user + system) / 1_000 };
  },

  async test({ code, test: source }) {
    const tests = [];
    const test = (name, run) => tests.push({ name, run });
    await load(source, { "./app.ts": await loadApp(code), "node:test": { test, it: test, default: test } });
    const failures = [];
    for (const { name, run } of tests) {
      const cleanups = [];
      try {
        await run({ after: (cleanup) => cleanups.push(cleanup) });
      } catch (error) {
        if (error.code !== "ERR_ASSERTION") throw error;
        failures.push(`${name}: ${error.message}`);
      } finally {
        for (const cleanup of cleanups) await cleanup();
      }
    }
    return { tests: tests.length, failures };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  const reply = await actions[message.do](message).catch((error) => ({ error: error.stack }));
  process.stdout.write(`${JSON.stringify({ id: message.id, ...reply })}\n`);
}
process.exit(0);
