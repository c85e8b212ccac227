/** Entries of ours in the settings of clients: how they are known again, and how hooks are listed. */

import { HOOK_EVENTS, type HookEvent } from "../hooks/index.ts";
import { CLIENT_NAMES, type JsonObject } from "./client.ts";

/** The name of the server in every client. */
export const SERVER_NAME = "membria";

/** This program, however it was installed; `bin.ts` is what runs without a build. */
const PROGRAM = /(?:^|[\\/])(?:membria(?:@[^\\/]*)?(?:\.m?js|\.cmd|\.exe|\.ps1)?|bin\.ts)$/;
const HOOK = new RegExp(
  `\\bhook (?:${HOOK_EVENTS.join("|")}) --client (?:${CLIENT_NAMES.join("|")})\\b|\\bmembria(?:\\.js)?["']? hook prompt\\b`,
);

/** The command line of a server in a client's settings, however the client writes it. */
export function wordsOfServer(entry: unknown): readonly string[] {
  if (entry === null || typeof entry !== "object") return [];
  const { command, args } = entry as { readonly command?: unknown; readonly args?: unknown };
  const words = [...(Array.isArray(command) ? command : [command]), ...(Array.isArray(args) ? args : [])];
  return words.filter((word) => typeof word === "string");
}

/** Whether a server starts this program, from wherever. Somebody else may have a server of the same name. */
export function isOurServer(entry: unknown): boolean {
  const words = wordsOfServer(entry);
  return words.some(
    (word, i) => i > 0 && word === "mcp" && words[i + 1] === "serve" && PROGRAM.test(words[i - 1] ?? ""),
  );
}

/** Whether a hook runs this program. It has its command in a field that depends on client and platform. */
export const isOurHandler = (handler: unknown): boolean =>
  handler !== null &&
  typeof handler === "object" &&
  Object.values(handler).some((value) => typeof value === "string" && HOOK.test(value));

/** Hooks are listed one by one, or in groups with the same condition. */
export const handlersOf = (item: unknown): readonly unknown[] | undefined => {
  const { hooks } = (item ?? {}) as { readonly hooks?: unknown };
  return Array.isArray(hooks) ? hooks : undefined;
};

/** Whether all of it is ours. */
export function isOurs(item: unknown): boolean {
  const handlers = handlersOf(item);
  return handlers ? handlers.length > 0 && handlers.every(isOurHandler) : isOurHandler(item);
}

/** Which event of a client is which of ours, and for which tools. */
export interface HookEntry {
  readonly named: string;
  readonly event: HookEvent;
  readonly matcher?: string | undefined;
}

/** The lists of the events, with what the client wants to have in them. */
export function hookLists(
  entries: readonly HookEntry[],
  item: (entry: HookEntry) => JsonObject,
): Record<string, readonly JsonObject[]> {
  const lists: Record<string, JsonObject[]> = {};
  for (const entry of entries) lists[entry.named] = [...(lists[entry.named] ?? []), item(entry)];
  return lists;
}

/** The form of Claude Code, which others took over: handlers in a group with one condition. */
export const groupOf = ({ matcher }: HookEntry, handler: JsonObject): JsonObject => ({
  ...(matcher !== undefined && { matcher }),
  hooks: [handler],
});

/**
 * Said where a package is installed and the program is not. It names no registry: whoever has a name there decides
 * what runs.
 */
export const NOT_INSTALLED = `Membria, the decision memory, is not installed on this machine: there is no program \`${SERVER_NAME}\` on the PATH. So nothing is recalled and nothing is kept. Install it as its README says, and begin a new session.`;
