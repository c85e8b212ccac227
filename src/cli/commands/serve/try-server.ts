/** Starts a server as a client would: for status with a call, for doctor up to its first answer. */

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

const MAX_WAIT_MS = 30_000;
/** It reads from the memory, needs no arguments and no model, and can be called whether it is listed or not. */
const READING_TOOL = "membria_get_all_calibrations";

interface ServerCommand {
  readonly words: readonly [string, ...string[]];
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
}

export type Trial =
  | {
      readonly version: string;
      readonly revision: string;
      /** From the start of the process to its first answer. */
      readonly firstAnswerMs: number;
      readonly tools: number;
      /** The tool that was called, and how long it took. */
      readonly called: string;
      readonly calledMs: number;
    }
  | { readonly problem: string };

type Reply = Readonly<Record<string, unknown>>;

/** Starts a server as a client would, and uses it: a greeting, the list of tools, and one call that only reads. */
export function tryServer({ words: [command, ...args], folder, variables }: ServerCommand): Promise<Trial> {
  return new Promise((resolve) => {
    const started = performance.now();
    const server = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], cwd: folder, env: variables });
    let errors = "";
    let finished = false;
    const finish = (trial: Trial): void => {
      if (finished) return;
      finished = true;
      clearTimeout(timer);
      server.stdin.end();
      resolve(trial);
    };
    const timer = setTimeout(() => {
      finish({ problem: `no answer within ${MAX_WAIT_MS / 1_000} s` });
      server.kill();
    }, MAX_WAIT_MS);
    server.on("error", () => finish({ problem: `${command} cannot be started` }));
    server.on("close", (code) =>
      finish({ problem: `it ended with exit code ${code} before it answered${lastWords(errors)}` }),
    );
    server.stdin.on("error", () => {});
    server.stderr.on("data", (data: Buffer) => {
      errors = (errors + data.toString()).slice(-4_000);
    });
    const waiting = new Map<number, (reply: Reply) => void>();
    createInterface({ input: server.stdout }).on("line", (line) => {
      const reply = parsed(line);
      if (!reply) return finish({ problem: `it answered ${JSON.stringify(line.slice(0, 120))}` });
      const id = reply["id"];
      if (typeof id === "number") waiting.get(id)?.(reply);
    });
    const send = (message: Reply): void =>
      void server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const ask = (id: number, method: string, params: Reply): Promise<Reply> =>
      new Promise((answered) => {
        waiting.set(id, answered);
        send({ id, method, params });
      });
    talk(ask, send, started).then(finish, () => finish({ problem: "it answered with an error" }));
  });
}

async function talk(
  ask: (id: number, method: string, params: Reply) => Promise<Reply>,
  send: (message: Reply) => void,
  started: number,
): Promise<Trial> {
  const greeting = resultOf(await ask(1, "initialize", greetingOf("membria-status"))) as {
    protocolVersion: string;
    serverInfo: { version: string };
  };
  const firstAnswerMs = Math.round(performance.now() - started);
  send({ method: "notifications/initialized" });
  const { tools } = resultOf(await ask(2, "tools/list", {})) as { tools: readonly unknown[] };
  const called = performance.now();
  const { isError } = resultOf(await ask(3, "tools/call", { name: READING_TOOL, arguments: {} })) as {
    isError?: boolean;
  };
  if (isError) return { problem: `${READING_TOOL} failed` };
  return {
    version: greeting.serverInfo.version,
    revision: greeting.protocolVersion,
    firstAnswerMs,
    tools: tools.length,
    called: READING_TOOL,
    calledMs: Math.round(performance.now() - called),
  };
}

function resultOf({ result }: Reply): unknown {
  if (result === undefined) throw new Error("An error instead of a result.");
  return result;
}

function parsed(line: string): Reply | undefined {
  try {
    return JSON.parse(line) as Reply;
  } catch {
    return undefined;
  }
}

/** The line of an error that says most: the one with its name, or else the last. */
function lastWords(errors: string): string {
  const lines = errors.split("\n").filter((line) => line.trim() !== "");
  const line = lines.find((one) => /^(?:\w*Error|membria):? /.test(one)) ?? lines.at(-1);
  return line === undefined ? "" : `: ${line.trim().slice(0, 200)}`;
}

const MAX_PROBE_MS = 15_000;

type Probe = { readonly firstAnswerMs: number; readonly revision: string } | { readonly problem: string };

/** Starts the server as a client would, and measures the time until its first answer. */
export function probeServer([command, ...args]: readonly [string, ...string[]]): Promise<Probe> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const server: ChildProcess = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
    const { stdin, stdout } = server;
    if (!stdin || !stdout) {
      // The system had nothing left for a pipe, and says why.
      server.once("error", reject);
      return;
    }
    const finish = (probe: Probe): void => {
      clearTimeout(timer);
      stdin.end();
      resolve(probe);
    };
    const timer = setTimeout(() => {
      finish({ problem: `no answer within ${MAX_PROBE_MS / 1000} s` });
      server.kill();
    }, MAX_PROBE_MS);
    server.on("error", () => finish({ problem: "it cannot be started" }));
    server.on("exit", (code) => finish({ problem: `it ended with exit code ${code} before it answered` }));
    stdin.on("error", () => {});
    createInterface({ input: stdout }).once("line", (line) =>
      finish(read(line, performance.now() - started)),
    );
    const params = greetingOf("membria-doctor");
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  });
}

function read(line: string, elapsed: number): Probe {
  try {
    const { result } = JSON.parse(line) as { result?: { protocolVersion?: string } };
    if (result?.protocolVersion)
      return { firstAnswerMs: Math.round(elapsed), revision: result.protocolVersion };
  } catch {
    // Reported below: standard output has something else than the protocol.
  }
  return { problem: `it answered ${JSON.stringify(line.slice(0, 120))}` };
}

const greetingOf = (name: string) => ({
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name, version: "1" },
});
