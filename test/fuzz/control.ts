import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

/**
 * A process with nothing to do but to send back what it gets. How long it takes is what the machine and this process
 * take, and no fault of the server.
 */
export interface Control {
  /** How long one byte to the control and back takes now, in milliseconds. */
  ping(): Promise<number>;
  /** The longest that one took at any moment of this time. */
  delayBetween(from: number, to: number): number;
  readonly child: ChildProcess;
  stop(): void;
}

const EVERY_MS = 10;
const REMEMBERED = 6_000;

export function startControl(): Control {
  const child = spawn(process.execPath, ["-e", "process.stdin.pipe(process.stdout)"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting: { since: number; answer: (delay: number) => void }[] = [];
  const answered: { from: number; to: number }[] = [];
  let stopped = false;

  child.stdin.on("error", () => {});
  child.stdout.on("data", (chunk: Buffer) => {
    const now = performance.now();
    for (const { since, answer } of waiting.splice(0, chunk.length)) {
      answered.push({ from: since, to: now });
      answer(now - since);
    }
    if (answered.length > 2 * REMEMBERED) answered.splice(0, REMEMBERED);
  });

  const ping = (): Promise<number> =>
    new Promise((answer) => {
      waiting.push({ since: performance.now(), answer });
      child.stdin.write(".");
    });

  const keepAsking = async (): Promise<void> => {
    while (!stopped) {
      await ping();
      await wait(EVERY_MS);
    }
  };
  void keepAsking();

  return {
    ping,
    delayBetween(from, to) {
      let longest = 0;
      for (let i = answered.length - 1; i >= 0; i--) {
        const one = answered[i];
        if (!one || one.to < from) break;
        if (one.from <= to) longest = Math.max(longest, one.to - one.from);
      }
      return longest;
    },
    child,
    stop() {
      stopped = true;
      child.stdin.end();
      for (const { answer } of waiting) answer(0);
    },
  };
}
