import type { WireMessage } from "./messages.ts";
import { request } from "./messages.ts";
import { type ServerCommand, spawnServer } from "./spawned.ts";

export interface SuiteLine {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface LineReport {
  /** The answer to each line. A line that the process did not survive has none, nor have those after it. */
  readonly answers: ReadonlyMap<string, WireMessage>;
  /** Cases with only white space, which are not messages and get no answer. */
  readonly blank: readonly string[];
  /** Lines that were followed by more than one answer, or by a pong that was not the next message. */
  readonly disturbed: readonly string[];
  readonly exitCode: number | null;
  readonly stderr: string;
}

/** One file of a parsing suite as one line. */
export function asLine(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte));
}

const isBlank = (bytes: Uint8Array) => bytes.every((byte) => byte === 0x20 || byte === 0x09);

/**
 * Sends lines that are no valid messages, one by one, to any stdio server: each is to be answered once, and the
 * `ping` behind each is to be answered next. Then ends the input and waits for the process.
 */
export async function runLineSuite(command: ServerCommand, lines: readonly SuiteLine[]): Promise<LineReport> {
  const server = spawnServer(command);
  const answers = new Map<string, WireMessage>();
  const blank: string[] = [];
  const disturbed: string[] = [];
  for (const { name, bytes } of lines) {
    const line = asLine(bytes);
    await server.write(line);
    await server.write("\n");
    if (isBlank(line)) blank.push(name);
    else {
      const answer = await server.next();
      if (answer) answers.set(name, answer);
    }
    await server.send(request(name, "ping"));
    const pong = await server.next();
    if (pong?.id !== name || pong.result === undefined) disturbed.push(name);
  }
  server.endInput();
  return { answers, blank, disturbed, exitCode: await server.exit, stderr: server.stderr() };
}
