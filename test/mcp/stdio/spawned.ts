import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { PATIENT } from "../../support/patient.ts";
import { messageQueue } from "./connection.ts";
import type { WireMessage } from "./messages.ts";

/** How to start a stdio server. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export const FIXTURE_COMMAND: ServerCommand = {
  command: process.execPath,
  args: ["--import", "tsx", fileURLToPath(new URL("fixture-process.ts", import.meta.url))],
};

export interface SpawnedServer {
  readonly child: ChildProcess;
  /** Writes bytes, and waits if the pipe is full. */
  write(bytes: string | Uint8Array): Promise<void>;
  send(...messages: WireMessage[]): Promise<void>;
  /** The next message on stdout, or `undefined` when the process ended without one. */
  next(): Promise<WireMessage | undefined>;
  left(): WireMessage[];
  endInput(): void;
  /** The exit code, once stdout is read to its end. */
  readonly exit: Promise<number | null>;
  stderr(): string;
}

/** A server in a process of its own, on real pipes. Whatever is on stdout has to be JSON lines. */
export function spawnServer({ command, args, env }: ServerCommand): SpawnedServer {
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...PATIENT, ...env },
  });
  const queue = messageQueue();
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => queue.take(chunk));
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  // A server that has ended is noticed by its exit code and the missing answers.
  child.stdin.on("error", () => {});
  const exit = once(child, "close").then(([code]) => code as number | null);

  async function write(bytes: string | Uint8Array): Promise<void> {
    if (!child.stdin.write(bytes)) await Promise.race([once(child.stdin, "drain"), exit]);
  }

  return {
    child,
    write,
    async send(...messages) {
      for (const message of messages) await write(`${JSON.stringify(message)}\n`);
    },
    next: () => Promise.race([queue.next(), exit.then(() => undefined)]),
    left: queue.left,
    endInput: () => void child.stdin.end(),
    exit,
    stderr: () => stderr,
  };
}
