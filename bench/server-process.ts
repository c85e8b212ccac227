import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

const INITIALIZE = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "bench", version: "1.0.0" },
};

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** An MCP server over a pipe, with one request at a time. */
export interface ServerProcess {
  readonly pid: number;
  request(method: string, params: unknown): Promise<unknown>;
  notify(method: string): void;
  /** Ends its input and resolves when it is gone. */
  end(): Promise<void>;
}

export function startServer(args: readonly string[], env: NodeJS.ProcessEnv = {}): ServerProcess {
  const child = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...neutralEnvironment(), ...env },
  });
  const gone = goneOf(child);
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const answer = JSON.parse(line) as Answer;
    waiting.get(answer.id ?? 0)?.(answer);
  });
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  return {
    pid: child.pid as number,
    async request(method, params) {
      const id = ++lastId;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      send({ id, method, params });
      const early = gone.then((code): Answer => ({ error: `the server ended with exit code ${code}` }));
      const { result, error } = await Promise.race([answered, early]);
      waiting.delete(id);
      if (error !== undefined) throw new Error(`${method} failed: ${JSON.stringify(error)}`);
      return result;
    },
    notify: (method) => send({ method }),
    async end() {
      child.stdin.end();
      await gone;
    },
  };
}

export const initialize = (server: ServerProcess): Promise<unknown> =>
  server.request("initialize", INITIALIZE);

/** Milliseconds from the spawn to the answer of `initialize`, which is in the pipe from the start. */
export async function timeToFirstAnswer(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<number> {
  const started = performance.now();
  const server = startServer(args, env);
  await initialize(server);
  const took = performance.now() - started;
  await server.end();
  return took;
}

/** The same to the answer of `tools/list`, which a client sends next. */
export async function timeToTools(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<number> {
  const started = performance.now();
  const server = startServer(args, env);
  await initialize(server);
  server.notify("notifications/initialized");
  await server.request("tools/list", {});
  const took = performance.now() - started;
  await server.end();
  return took;
}

export async function timeToExit(args: readonly string[]): Promise<number> {
  const started = performance.now();
  await goneOf(spawn(process.execPath, args, { stdio: "ignore" }));
  return performance.now() - started;
}

/** Without the user's own settings, so that the benchmark does not write into their memory. */
export function neutralEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(MEMBRIA|MAMA|AGENT_MEMORY)_/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

function goneOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
}
