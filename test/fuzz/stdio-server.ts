import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { INITIALIZED, initialize, type WireMessage } from "../mcp/stdio/messages.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

import type { Ping } from "./fuzz-run.ts";

/** An answer of the server with the time it came. */
export interface Answer {
  readonly message: WireMessage;
  readonly line: string;
  readonly at: number;
}

/** The built program on real pipes, without any idea which answers belong together. */
export interface FuzzedServer {
  readonly child: ChildProcess;
  /** Resolves to the time when the system has all of it. */
  write(bytes: Uint8Array | string): Promise<number>;
  /** The next answers with this id. */
  answers(id: unknown, count: number, withinMs: number): Promise<Answer[]>;
  /** Answers that nobody waited for. */
  readonly unexpected: readonly Answer[];
  /** Answers to what was cancelled. */
  readonly late: readonly Answer[];
  /** From now on an answer with this id may come, or not. */
  tolerate(id: unknown): void;
  ping(): Promise<Ping>;
  isAlive(): boolean;
  stderr(): string;
  end(): Promise<number | null>;
  kill(): Promise<void>;
}

interface Waiter {
  count: number;
  readonly found: Answer[];
  readonly resolve: (answers: Answer[]) => void;
}

const LONGEST_STDERR = 20_000;

export async function startFuzzed(
  env: Readonly<Record<string, string>>,
  flags: readonly string[],
  onRequest: (request: WireMessage) => unknown,
): Promise<FuzzedServer> {
  const child = spawn(process.execPath, [MEMBRIA, "mcp", "serve", ...flags], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const waiting = new Map<string, Waiter[]>();
  const tolerated = new Set<string>();
  const unexpected: Answer[] = [];
  const late: Answer[] = [];
  let stderr = "";
  let alive = true;
  let pings = 0;
  let parts: Buffer[] = [];

  const keyOf = (id: unknown): string => JSON.stringify(id ?? null);
  const write = (bytes: Uint8Array | string): Promise<number> =>
    new Promise((resolve) => child.stdin.write(bytes, () => resolve(performance.now())));

  function take(line: string): void {
    const message = JSON.parse(line) as WireMessage;
    if (message.method !== undefined) {
      if (message.id !== undefined) void write(`${JSON.stringify(onRequest(message))}\n`);
      return;
    }
    const key = keyOf(message.id);
    const answer = { message, line, at: performance.now() };
    const queue = waiting.get(key) ?? [];
    const [waiter] = queue;
    if (!waiter) {
      (tolerated.delete(key) ? late : unexpected).push(answer);
      return;
    }
    waiter.found.push(answer);
    waiter.count -= 1;
    if (waiter.count > 0) return;
    queue.shift();
    if (queue.length === 0) waiting.delete(key);
    waiter.resolve(waiter.found);
  }

  child.stdout.on("data", (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, at)]).toString();
      parts = [];
      from = at + 1;
      take(line);
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-LONGEST_STDERR);
  });
  child.stdin.on("error", () => {});
  const exit = once(child, "close").then(([code]) => {
    alive = false;
    return code as number | null;
  });

  const server: FuzzedServer = {
    child,
    write,
    answers(id, count, withinMs) {
      const key = keyOf(id);
      return new Promise((resolve) => {
        const waiter: Waiter = { count, found: [], resolve: done };
        const timer = setTimeout(() => {
          const queue = (waiting.get(key) ?? []).filter((one) => one !== waiter);
          if (queue.length > 0) waiting.set(key, queue);
          else waiting.delete(key);
          resolve(waiter.found);
        }, withinMs);
        function done(answers: Answer[]): void {
          clearTimeout(timer);
          resolve(answers);
        }
        waiting.set(key, [...(waiting.get(key) ?? []), waiter]);
      });
    },
    unexpected,
    late,
    tolerate: (id) => void tolerated.add(keyOf(id)),
    async ping() {
      const id = `ping-${++pings}`;
      const answered = server.answers(id, 1, 30_000);
      const sent = await write(`{"jsonrpc":"2.0","id":"${id}","method":"ping"}\n`);
      const [answer] = await answered;
      return { sent, at: answer?.at ?? Number.POSITIVE_INFINITY };
    },
    isAlive: () => alive,
    stderr: () => stderr,
    end() {
      child.stdin.end();
      return exit;
    },
    async kill() {
      child.kill("SIGKILL");
      await exit;
    },
  };
  const opened = server.answers("handshake", 1, 30_000);
  await write(`${JSON.stringify(initialize("handshake", { roots: {}, elicitation: {} }))}\n`);
  await opened;
  await write(`${JSON.stringify(INITIALIZED)}\n`);
  return server;
}
