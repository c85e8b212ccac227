import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

const MAX_WAIT_MS = 15_000;

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "membria-doctor", version: "1" },
  },
};

export type Probe =
  | { readonly firstAnswerMs: number; readonly revision: string }
  | { readonly problem: string };

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
      finish({ problem: `no answer within ${MAX_WAIT_MS / 1000} s` });
      server.kill();
    }, MAX_WAIT_MS);
    server.on("error", () => finish({ problem: "it cannot be started" }));
    server.on("exit", (code) => finish({ problem: `it ended with exit code ${code} before it answered` }));
    stdin.on("error", () => {});
    createInterface({ input: stdout }).once("line", (line) =>
      finish(read(line, performance.now() - started)),
    );
    stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
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
