import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { PATIENT } from "./patient.ts";

/** The built program. */
export const MEMBRIA = fileURLToPath(new URL("../../dist/membria.js", import.meta.url));

export interface Reply {
  readonly id: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface Notification {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

export interface StdioClient {
  readonly child: ChildProcess;
  /** The reply to a request of ours, or undefined when the server was gone before it came. */
  request(method: string, params?: Record<string, unknown>): Promise<Reply | undefined>;
  notify(method: string, params?: Record<string, unknown>): void;
  /** The handshake a client begins with. */
  initialize(): Promise<Reply | undefined>;
  /** A tool's structured result. @throws when the tool fails, or when there is no reply. */
  call(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Notifications of the server, in order. */
  readonly notifications: readonly Notification[];
  /** Kills it without a chance to clean up. */
  kill(): Promise<void>;
  /** Ends the input, as a client does, and waits for the exit code. */
  close(): Promise<number | null>;
  stderr(): string;
}

export interface StdioOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  /** Instead of `node dist/membria.js mcp serve`. */
  readonly command?: readonly [string, ...string[]];
}

/** A server in a process of its own, spoken to over its pipes. */
export function startServer({ env = {}, cwd, command }: StdioOptions = {}): StdioClient {
  const [program, ...args] = command ?? [process.execPath, MEMBRIA, "mcp", "serve"];
  const child = spawn(program, args, {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...PATIENT, ...env },
    ...(cwd !== undefined && { cwd }),
  });
  const waiting = new Map<unknown, (reply: Reply | undefined) => void>();
  const notifications: Notification[] = [];
  let stderr = "";
  let lastId = 0;
  let gone = false;

  createInterface({ input: child.stdout }).on("line", (line) => {
    const reply = JSON.parse(line) as Reply & Notification;
    if (reply.id === undefined) notifications.push(reply);
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  // A server that has ended is noticed by its exit code and the missing replies.
  child.stdin.on("error", () => {});
  const exit = once(child, "close").then(([code]) => {
    gone = true;
    for (const answer of waiting.values()) answer(undefined);
    return code as number | null;
  });
  const send = (message: Record<string, unknown>): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };

  const client: StdioClient = {
    child,
    notifications,
    request(method, params = {}) {
      if (gone) return Promise.resolve(undefined);
      const id = `request-${++lastId}`;
      const reply = new Promise<Reply | undefined>((resolve) => waiting.set(id, resolve));
      send({ id, method, params });
      return reply;
    },
    notify: (method, params = {}) => send({ method, params }),
    async initialize() {
      const reply = await client.request("initialize", {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "test-client", version: "1.0" },
      });
      client.notify("notifications/initialized");
      return reply;
    },
    async call(tool, args) {
      const reply = await client.request("tools/call", { name: tool, arguments: args });
      if (!reply?.result || reply.result["isError"]) {
        throw new Error(`${tool} failed: ${JSON.stringify(reply ?? "no reply")}\n${stderr}`);
      }
      return reply.result["structuredContent"] as Record<string, unknown>;
    },
    async kill() {
      child.kill("SIGKILL");
      await exit;
    },
    close() {
      child.stdin.end();
      return exit;
    },
    stderr: () => stderr,
  };
  return client;
}
