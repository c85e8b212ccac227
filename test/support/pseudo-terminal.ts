import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { needs } from "./needs.ts";
import { environmentOfPerson } from "./run-program.ts";
import { MEMBRIA } from "./stdio-client.ts";

/** Only the `script` of util-linux runs a command with a terminal while its own input is a pipe. */
export const AT_TERMINAL = needs(
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false,
  "terminal",
  "the script of util-linux: apt-get install bsdutils",
);

/** It only ends what hangs. */
const LONGEST_WAIT_MS = 60_000;
/** Colours, and what moves the cursor in a line that is changed. */
const SEQUENCES = new RegExp(`${String.fromCodePoint(0x1b)}\\[[\\d;]*[A-Za-z]`, "g");

export interface PseudoTerminal {
  /** Everything that was shown so far, with escape sequences. */
  shown(): string;
  /** Waits until this is shown in whatever colour, after what was waited for before. */
  sees(text: string): Promise<void>;
  press(keys: string): void;
  /** The exit code. */
  ended(): Promise<number | null>;
}

/** The program at a terminal of its own, so that it finds a person without being told. */
export function atTerminal(
  argv: readonly string[],
  { env, columns = 80 }: { readonly env: Readonly<Record<string, string>>; readonly columns?: number },
): PseudoTerminal {
  const { MEMBRIA_ACTOR: _, ...inherited } = environmentOfPerson();
  const words = [process.execPath, MEMBRIA, ...argv].map((word) => `'${word}'`);
  const child = spawn(
    "script",
    ["-qfec", `stty cols ${columns} rows 20; exec ${words.join(" ")}`, "/dev/null"],
    { stdio: ["pipe", "pipe", "inherit"], env: { ...inherited, ...env } },
  );
  const closed = once(child, "close");
  onTestFinished(() => void child.kill());
  let shown = "";
  const plain = (): string => shown.replace(SEQUENCES, "");
  let read = 0;
  let notice = (): void => {};
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    notice();
  });
  return {
    shown: () => shown,
    press: (keys) => void child.stdin.write(keys),
    sees: (text) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`${JSON.stringify(text)} was not shown in:\n${plain().slice(read)}`)),
          LONGEST_WAIT_MS,
        );
        notice = () => {
          const at = plain().indexOf(text, read);
          if (at === -1) return;
          read = at + text.length;
          clearTimeout(late);
          resolve();
        };
        notice();
      }),
    ended: async () => (await closed)[0] as number | null,
  };
}
