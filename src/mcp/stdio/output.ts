import type { Writable } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import type { Refusal } from "../messages/refusal.ts";

/** The SDK's messages, and error replies to messages without a readable id, which JSON-RPC sends with null. */
export type Outgoing = JSONRPCMessage | ({ readonly jsonrpc: "2.0" } & Refusal);

export interface Output {
  /** Writes one line in one piece, so that lines stay whole and in order. */
  write(message: Outgoing): Promise<void>;
  /** Whether so much output is waiting that no more input should be read. */
  isFull(): boolean;
  onDrain(listener: () => void): void;
  /** Resolves when everything written so far is sent, or the reader is gone. */
  flushed(): Promise<void>;
}

/**
 * Some clients write many requests before they read a reply. With a smaller limit both sides would wait for each other.
 */
const FULL_BYTES = 16 * 1024 * 1024;

/** `onBroken` is called once, when the reader is gone. From then on writes succeed and do nothing. */
export function openOutput(stream: Writable, onBroken: (error: Error) => void): Output {
  let broken = false;
  let waiting = 0;
  const idle: (() => void)[] = [];

  function release(): void {
    if (broken || waiting === 0) for (const resolve of idle.splice(0)) resolve();
  }

  // Stays attached: a late write error without a listener would end the process.
  stream.on("error", (error) => {
    if (broken) return;
    broken = true;
    release();
    onBroken(error);
  });

  return {
    async write(message) {
      const line = `${oneLine(JSON.stringify(message))}\n`;
      if (broken) return;
      waiting += 1;
      await new Promise<void>((resolve) => stream.write(line, () => resolve()));
      waiting -= 1;
      release();
    },
    isFull: () => !broken && stream.writableLength > FULL_BYTES,
    onDrain: (listener) => void stream.once("drain", listener),
    flushed: () =>
      new Promise((resolve) => {
        idle.push(resolve);
        release();
      }),
  };
}

/** Some readers, such as Node 24's, also end a line at these characters. Escaped, they mean the same in JSON. */
const oneLine = (json: string): string =>
  json.replace(/[\u2028\u2029]/g, (separator) => (separator === "\u2028" ? "\\u2028" : "\\u2029"));
