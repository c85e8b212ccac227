import type { Editor } from "../../src/cli/command.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { commandLineOn } from "./command-line.ts";
import { type Caller, openMemory } from "./memory.ts";
import { fillQueue } from "./review-queue.ts";

/** A terminal at which somebody presses these keys, and types these lines where one is asked for. */
export function pressing(keys: string, lines: readonly (string | undefined)[] = []) {
  const [said, typed]: [string[], (string | undefined)[]] = [[], [...lines]];
  const left = [...keys];
  const begun: string[] = [];
  const screen: Partial<Terminal> = {
    converses: true,
    say: (text) => void said.push(text),
    pressKey: async (question, known) => {
      said.push(question);
      const key = left.shift();
      // Other keys do nothing at a terminal, so that a test which presses one would wait for ever.
      if (key !== undefined && !known.includes(key as never)) throw new Error(`${key} is no key here.`);
      return key as never;
    },
    askLine: async (_, first = "") => {
      begun.push(first);
      return typed.shift();
    },
  };
  return { screen, said: () => said.join("\n"), begun };
}

/** A memory in which one of each kind waits, and a command line for it. */
export async function waitingMemory() {
  const memory = await openMemory();
  await fillQueue(memory, memory.clock.now());
  const waiting = async () => {
    const { run } = commandLineOn(memory, "shop");
    return (JSON.parse((await run("review", "--json")).out) as { waiting: Record<string, number> }).waiting;
  };
  const at = (screen: Partial<Terminal>, editor?: Editor, caller: Caller = {}) =>
    commandLineOn(memory, "shop", { editor: () => editor }, screen, caller);
  return { memory, waiting, at };
}

/** As `membria review` counts it. */
export const ALL = { decisions: 1, checkpoints: 1, outcomes: 1, links: 1, proposals: 1 };
export const NONE = { decisions: 0, checkpoints: 0, outcomes: 0, links: 0, proposals: 0 };
