import { HOOK_EVENTS } from "../domain/hooks/hook-events.ts";
import { CLIENT_NAMES } from "./client-names.ts";

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
