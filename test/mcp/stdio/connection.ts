import { PassThrough } from "node:stream";
import type { Refusal } from "../../../src/mcp/messages/refusal.ts";
import { createRequestLogs } from "../../../src/mcp/messages/request-logs.ts";
import { type StdioConnection, serveOverStdio } from "../../../src/mcp/stdio/serve.ts";
import type { Log } from "../../../src/shared/ports.ts";
import { systemEntropy } from "../../../src/shared/system/system.ts";
import { type Fixture, fixture } from "./fixture-server.ts";
import { INITIALIZED, initialize, type WireMessage } from "./messages.ts";

export interface LogEntry {
  readonly level: string;
  readonly message: string;
  readonly requestId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly meta?: Record<string, unknown> | undefined;
}

export function recordingLog(): { log: Log; entries: LogEntry[] } {
  const entries: LogEntry[] = [];
  const bound = (fields: { requestId?: string; sessionId?: string }): Log => {
    const at = (level: string) => (message: string, meta?: Record<string, unknown>) =>
      void entries.push({ level, message, ...fields, meta });
    return {
      debug: at("debug"),
      info: at("info"),
      warn: at("warn"),
      error: at("error"),
      with: (more) => bound({ ...fields, ...more }),
    };
  };
  return { log: bound({}), entries };
}

/** Messages in the order they were written, for whoever asks for them one by one. */
export function messageQueue() {
  const waiting: ((message: WireMessage) => void)[] = [];
  const ready: WireMessage[] = [];
  let rest = "";
  return {
    take(chunk: Buffer | string): void {
      const lines = (rest + String(chunk)).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const message = JSON.parse(line) as WireMessage;
        const waiter = waiting.shift();
        if (waiter) waiter(message);
        else ready.push(message);
      }
    },
    next(): Promise<WireMessage> {
      const message = ready.shift();
      return message ? Promise.resolve(message) : new Promise((resolve) => waiting.push(resolve));
    },
    /** Messages that arrived and were not read yet. */
    left: () => ready.splice(0),
  };
}

export interface TestConnection {
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly fixture: Fixture;
  readonly log: LogEntry[];
  readonly refusals: Refusal[];
  readonly connection: StdioConnection;
  /** Writes messages as lines, or text and bytes as they are. */
  send(...messages: (WireMessage | string | Uint8Array)[]): void;
  next(): Promise<WireMessage>;
  left(): WireMessage[];
  /** Sends a message and waits for the next one that comes back. */
  ask(message: WireMessage | string): Promise<WireMessage>;
  /** Ends the input and returns everything that was still written. */
  finish(): Promise<WireMessage[]>;
}

/** A server on a pair of in-process streams. */
export function connect(options: { drainMs?: number; fixture?: Fixture } = {}): TestConnection {
  const input = new PassThrough();
  const output = new PassThrough();
  const queue = messageQueue();
  output.on("data", (chunk: Buffer) => queue.take(chunk));
  const { log, entries } = recordingLog();
  const refusals: Refusal[] = [];
  const server = options.fixture ?? fixture();
  const connection = serveOverStdio(server.factory, {
    input,
    output,
    log,
    requests: createRequestLogs(log, systemEntropy),
    onProtocolError: (refusal) => refusals.push(refusal),
    drainMs: options.drainMs,
  });
  const send = (...messages: (WireMessage | string | Uint8Array)[]) => {
    for (const message of messages) {
      const isRaw = typeof message === "string" || message instanceof Uint8Array;
      input.write(isRaw ? message : `${JSON.stringify(message)}\n`);
    }
  };
  return {
    input,
    output,
    fixture: server,
    log: entries,
    refusals,
    connection,
    send,
    next: queue.next,
    left: queue.left,
    ask(message) {
      send(message);
      return queue.next();
    },
    async finish() {
      input.end();
      await connection.closed;
      return queue.left();
    },
  };
}

/** A connection whose `initialize` handshake is done. */
export async function connectInitialized(
  options: Parameters<typeof connect>[0] & { capabilities?: Record<string, unknown> } = {},
): Promise<TestConnection> {
  const test = connect(options);
  await test.ask(initialize("handshake", options.capabilities));
  test.send(INITIALIZED);
  return test;
}
