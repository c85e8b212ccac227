import type { Writable } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import type { Refusal } from "../messages/refusal.ts";

/** The SDK's messages, and error replies whose id cannot be known: JSON-RPC writes null there. */
export type Outgoing = JSONRPCMessage | ({ readonly jsonrpc: "2.0" } & Refusal);

export interface Output {
  /** One line, handed to the stream in one piece and at once, so that lines neither mix nor change places. */
  write(message: Outgoing): Promise<void>;
  /** Whether so much waits to be read that no further work should be taken in. */
  isFull(): boolean;
  onDrain(listener: () => void): void;
  /** Resolves when everything written so far is out, or nobody is there to read it. */
  flushed(): Promise<void>;
}

/**
 * Room for clients that write many requests before they read a reply: stopping earlier would have
 * both sides wait for the other.
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

/** Some readers, those of Node 24 among them, end a line at these characters too; escaped they mean the same. */
const oneLine = (json: string): string =>
  json.replace(/[\u2028\u2029]/g, (separator) => (separator === "\u2028" ? "\\u2028" : "\\u2029"));
