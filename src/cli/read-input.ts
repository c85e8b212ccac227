import { addAbortSignal } from "node:stream";
import { text } from "node:stream/consumers";

/**
 * Reads all of standard input. Undefined at a terminal, where a person would not know that the program is waiting.
 * Fails after `withinMs`, if given.
 */
export async function readInput(withinMs?: number): Promise<string | undefined> {
  const { stdin } = process;
  if (stdin.isTTY) return undefined;
  return text(withinMs === undefined ? stdin : addAbortSignal(AbortSignal.timeout(withinMs), stdin));
}
