import { spawnSync } from "node:child_process";
import { needs } from "./needs.ts";

export interface SystemCall {
  readonly name: string;
  /** What the file descriptor in the first argument stands for: a path, `pipe:[…]`, or its number. */
  readonly file: string;
  readonly descriptor: number;
  readonly text: string;
}

export const WITH_STRACE = needs(
  spawnSync("strace", ["-V"]).status === 0,
  "syncs",
  "strace: apt-get install strace",
);

/** A command that runs another one and writes down what it reads, writes and syncs. */
export function traced(to: string, command: readonly string[]): [string, ...string[]] {
  const calls = "trace=read,readv,write,writev,pwrite64,pwritev,fsync,fdatasync";
  return ["strace", "-f", "-y", "-tt", "-s", "100000", "-e", calls, "-o", to, ...command];
}

const LINE = /^(\d+)\s+[\d:.]+\s+(.*)$/;
const RESUMED = /^<\.\.\. \w+ resumed>(.*)$/;
const UNFINISHED = " <unfinished ...>";

/**
 * The calls of all threads in the order that matters here: a write counts from its beginning, everything else from its
 * end.
 */
export function parseTrace(trace: string): SystemCall[] {
  const begun = new Map<string, string>();
  const calls: SystemCall[] = [];
  const push = (text: string): void => {
    const match = /^(\w+)\((\d+)(?:<([^>]*)>)?/.exec(text);
    if (!match) return;
    const [, name = "", descriptor = "", file = descriptor] = match;
    calls.push({ name, file, descriptor: Number(descriptor), text });
  };
  for (const line of trace.split("\n")) {
    const [, thread = "", text = ""] = LINE.exec(line) ?? [];
    const rest = RESUMED.exec(text)?.[1];
    if (text.endsWith(UNFINISHED)) {
      const start = text.slice(0, -UNFINISHED.length);
      if (/^p?write/.test(start)) push(start);
      else begun.set(thread, start);
    } else if (rest === undefined) push(text);
    else if (begun.has(thread)) {
      push(`${begun.get(thread)}${rest}`);
      begun.delete(thread);
    }
  }
  return calls;
}
