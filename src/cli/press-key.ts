import { emitKeypressEvents, type Key } from "node:readline";

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
