import { addAbortSignal } from "node:stream";
import { text } from "node:stream/consumers";

/**
 * All of standard input; undefined at a terminal, where nobody would know that something is waited for. Whoever cannot
 * wait for its end says how long they can, and fails after that.
 */
export async function readInput(withinMs?: number): Promise<string | undefined> {
  const { stdin } = process;
  if (stdin.isTTY) return undefined;
  return text(withinMs === undefined ? stdin : addAbortSignal(AbortSignal.timeout(withinMs), stdin));
}
