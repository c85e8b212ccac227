import { text } from "node:stream/consumers";

/** All of standard input; undefined at a terminal, where nobody would know that something is waited for. */
export async function readInput(): Promise<string | undefined> {
  return process.stdin.isTTY ? undefined : text(process.stdin);
}
