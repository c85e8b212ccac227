import type { HookEvent } from "../domain/hooks/hook-events.ts";
import type { ClientName } from "./client-names.ts";

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
