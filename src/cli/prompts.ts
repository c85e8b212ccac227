/** Questions to a person at a terminal. They are loaded with the first one that is asked. */

import { emitKeypressEvents, type Key } from "node:readline";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Asks a question that is answered with yes or no; no by default. Undefined without a terminal to ask at. */
export async function confirm(
  question: string,
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): Promise<boolean | undefined> {
  if (!input.isTTY || !output.isTTY) return undefined;
  const lines = createInterface({ input, output });
  // The end of the input answers nothing, which is a no.
  const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  try {
    const answer = await Promise.race([lines.question(`${question} [y/N] `), ended]);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}

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

/**
 * Waits for one of these keys, without Enter; others do nothing. Undefined without a terminal to ask at, and if the
 * person leaves with Ctrl-C, Ctrl-D or Escape.
 */
export async function pressKey<K extends string>(
  question: string,
  keys: readonly K[],
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): Promise<K | undefined> {
  if (!input.isTTY || !output.isTTY) return undefined;
  // Listening comes first: a key that is pressed as soon as the question is there must not be lost, nor end the program.
  const next = nextKey(keys, input);
  output.write(`${question} `);
  const pressed = await next;
  output.write(`${pressed ?? ""}\n`);
  return pressed;
}

function nextKey<K extends string>(keys: readonly K[], input: NodeJS.ReadStream): Promise<K | undefined> {
  return new Promise((resolve) => {
    const onKey = (text: string | undefined, key: Key): void => {
      const known = keys.find((one) => one === text?.toLowerCase());
      const leaves = key.name === "escape" || (key.ctrl === true && (key.name === "c" || key.name === "d"));
      if (known !== undefined || leaves) finish(leaves ? undefined : known);
    };
    const onEnd = (): void => finish(undefined);
    const finish = (pressed: K | undefined): void => {
      input.off("keypress", onKey);
      input.off("end", onEnd);
      // A terminal that stays in this mode shows nobody what they type.
      input.setRawMode?.(false);
      input.pause();
      resolve(pressed);
    };
    emitKeypressEvents(input);
    input.setRawMode?.(true);
    input.on("keypress", onKey);
    input.once("end", onEnd);
    input.resume();
  });
}

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
