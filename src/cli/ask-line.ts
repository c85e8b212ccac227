import { createInterface } from "node:readline/promises";

/**
 * Asks for a line, which begins with a text that can be changed. Undefined without a terminal to ask at, and if the
 * person leaves with Ctrl-C or Ctrl-D.
 */
export async function askLine(
  question: string,
  begun: string,
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): Promise<string | undefined> {
  if (!input.isTTY || !output.isTTY) return undefined;
  const lines = createInterface({ input, output });
  const left = new Promise<undefined>((resolve) => lines.once("close", () => resolve(undefined)));
  lines.once("SIGINT", () => lines.close());
  try {
    const answer = lines.question(`${question} `);
    lines.write(begun);
    return (await Promise.race([answer, left]))?.trim();
  } finally {
    lines.close();
  }
}
