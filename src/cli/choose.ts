import { createInterface } from "node:readline/promises";

/**
 * Asks for one of several words, by its first letter or in full. Undefined without a terminal to ask at, and for any
 * other answer.
 */
export async function choose<Word extends string>(
  question: string,
  words: readonly Word[],
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): Promise<Word | undefined> {
  if (!input.isTTY || !output.isTTY) return undefined;
  const lines = createInterface({ input, output });
  // The end of the input answers nothing.
  const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  try {
    const answer = await Promise.race([lines.question(`${question} [${words.join("/")}] `), ended]);
    const said = answer.trim().toLowerCase();
    return words.find((word) => said === word || said === word[0]);
  } finally {
    lines.close();
  }
}
