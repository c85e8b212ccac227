/** How clients start this program: the words of server and hooks, and command lines for shells. */

import type { HookEvent } from "../hooks/index.ts";
import type { ClientName } from "./client.ts";

/** How a client starts this program. */
export interface Program {
  /** Everything before its own arguments. */
  readonly words: readonly [string, ...string[]];
  /** Settings that have to be passed on, such as another home. */
  readonly flags: readonly string[];
  /** Set if each start looks for the package first, as `npx` does. */
  readonly isFetched: boolean;
  readonly platform: string;
}

export const serverWords = ({ words, flags }: Program): readonly [string, ...string[]] => [
  ...words,
  "mcp",
  "serve",
  ...flags,
];

/** The build puts a program beside this one that only answers hooks, and starts faster. */
export const hookProgram = ({ words }: Pick<Program, "words">): readonly [string, ...string[]] => {
  const [first, ...rest] = words;
  return [first, ...rest.map((word) => word.replace(/(^|[\\/])membria\.js$/, "$1hook.cjs"))];
};

export const hookWords = (
  program: Program,
  event: HookEvent,
  client: ClientName,
): readonly [string, ...string[]] => [
  ...hookProgram(program),
  "hook",
  event,
  "--client",
  client,
  ...program.flags,
];

/** A person or an agent waits for a hook. One that has to be looked up first takes longer. */
export function secondsFor(event: HookEvent, { isFetched }: Program): number {
  // Clients that end do not wait longer.
  if (event === "session-end") return 3;
  return isFetched ? 15 : 5;
}

/** The shells that clients pass the command of a hook to. */
export type Shell = "posix" | "cmd" | "powershell";

const PLAIN = /^[\w@%+=:,./-]+$/;
/** In these shells a backslash is an ordinary character. */
const PLAIN_ON_WINDOWS = /^[\w@+=:,./\\-]+$/;

/** One command line of which the shell makes these words again. */
export function shellLine(words: readonly string[], shell: Shell): string {
  if (shell === "posix") return words.map(posixWord).join(" ");
  if (shell === "cmd") return words.map(cmdWord).join(" ");
  const [first = ""] = words;
  // A quoted word at the beginning would be a text, not a command.
  return (PLAIN_ON_WINDOWS.test(first) ? "" : "& ") + words.map(powershellWord).join(" ");
}

const posixWord = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

const cmdWord = (word: string): string =>
  PLAIN_ON_WINDOWS.test(word) ? word : `"${word.replaceAll('"', '""')}"`;

const powershellWord = (word: string): string =>
  PLAIN_ON_WINDOWS.test(word) && !word.startsWith("@") ? word : `'${word.replaceAll("'", "''")}'`;
