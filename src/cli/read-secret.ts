import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Reads one line from standard input. On a terminal it asks first and hides what is typed. */
export async function readSecret(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const { stdin, stderr } = process;
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY });
  try {
    if (stdin.isTTY) stderr.write(question);
    for await (const line of lines) return line.trim();
    return "";
  } finally {
    lines.close();
    if (stdin.isTTY) stderr.write("\n");
  }
}
