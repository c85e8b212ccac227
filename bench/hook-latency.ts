import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { connect } from "../src/store/file/connection.ts";
import { fileIn, growMemory, PROJECT } from "./memory.ts";
import { chart, judge } from "./report.ts";
import { takeTurns } from "./rounds.ts";
import { timeToExit } from "./server-process.ts";
import { folder, product, smoke } from "./workplace.ts";

/** What a hook adds to the time of a prompt: the whole process, to one that does nothing. */
const ROUNDS = smoke ? 1 : 25;
const SIZES = smoke ? [10] : [1_000, 100_000];
const PROMPT =
  "Should the retries of the billing worker go through Kafka, or do we keep the queue in PostgreSQL?";
const NODE = "node -e 0";
/** What `membria install` lets clients start. */
const HOOK = join(dirname(product), "hook.cjs");

let sessions = 0;
const event = (): string =>
  JSON.stringify({
    session_id: `bench-${sessions++}`,
    cwd: folder,
    hook_event_name: "UserPromptSubmit",
    prompt: PROMPT,
  });

const environment = (home: string) => ({ ...process.env, MEMBRIA_HOME: home, MEMBRIA_PROJECT: PROJECT });

function hookOn(home: string): number {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, [HOOK, "hook", "prompt", "--client", "claude-code"], {
    input: event(),
    env: environment(home),
  });
  if (status !== 0) throw new Error(`A hook ended with exit code ${status}.`);
  return performance.now() - started;
}

async function startServer(home: string): Promise<ChildProcess> {
  const server = spawn(process.execPath, [product, "mcp", "serve"], {
    env: environment(home),
    stdio: ["pipe", "pipe", "ignore"],
  });
  server.stdin?.write(
    `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } } })}\n`,
  );
  await once(server.stdout as NodeJS.ReadableStream, "data");
  // It listens for hooks a moment after its first answer, and the first events load the model.
  for (let n = 0; n < 10; n++) hookOn(home);
  return server;
}

/** Goals are for the usual cases: a server that answers, and a file of 1,000 decisions. */
async function measure(home: string, decisions: number, name: string, atMost?: number): Promise<void> {
  const samples = await takeTurns(
    [
      { name: NODE, once: () => timeToExit(["-e", "0"]) },
      { name, once: () => hookOn(home) },
    ],
    ROUNDS,
  );
  chart(`A prompt with ${decisions} decisions, ${name}`, samples, NODE);
  if (atMost !== undefined)
    judge(samples, [
      { what: `hook ${name}, ${decisions} decisions, to an empty process`, of: name, to: NODE, atMost },
    ]);
}

for (const decisions of SIZES) {
  const home = join(folder, `home-${decisions}`);
  await growMemory(home, decisions, 1);
  await measure(home, decisions, "by the file", decisions === SIZES[0] ? 2 : undefined);
  const server = await startServer(home);
  await measure(home, decisions, "through a server", 1.3);
  server.kill("SIGSTOP");
  await measure(home, decisions, "beside a server that is stopped");
  server.kill("SIGCONT");
  server.stdin?.end();
  await once(server, "close");
  const file = await connect(fileIn(home));
  await file.outsideTransaction("BEGIN IMMEDIATE");
  await measure(home, decisions, "while somebody writes");
  await file.outsideTransaction("ROLLBACK");
  await file.close();
}
