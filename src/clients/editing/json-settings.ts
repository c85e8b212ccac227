import { isDeepStrictEqual } from "node:util";
import type { JsonSettings } from "../client.ts";
import { handlersOf, isOurHandler, isOurServer, isOurs } from "../our-entries.ts";
import { Unusable } from "./file-state.ts";
import {
  contentOfNode,
  nodeAt,
  orEmptyObject,
  parseObject,
  type Step,
  withItem,
  withMember,
  without,
} from "./json-edits.ts";

/** Reads a place of a text that was parsed before. */
const read = (text: string, at: readonly Step[]): unknown =>
  contentOfNode(nodeAt(parseObject(text), at, text));

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** The text with everything that the settings want to have in it. The same text if it has that. */
export function jsonWith(given: string, settings: JsonSettings): string {
  let text = orEmptyObject(given);
  const whole = read(text, []);
  for (const [key, value] of Object.entries(settings.required ?? {}))
    if (!isObject(whole) || !(key in whole)) text = withMember(text, [key], value);
  text = withServer(text, settings);
  text = withHooks(text, settings);
  return text === orEmptyObject(given) ? given : text;
}

function withServer(text: string, { server }: JsonSettings): string {
  if (!server) return text;
  const existing = read(text, server.at);
  if (existing === undefined) return withMember(text, server.at, server.value);
  if (!isOurServer(existing)) throw foreign(server.at);
  // Anything that somebody added to it, such as variables, stays.
  return Object.entries(server.value)
    .filter(([key, value]) => !isDeepStrictEqual((existing as Record<string, unknown>)[key], value))
    .reduce((changed, [key, value]) => withMember(changed, [...server.at, key], value), text);
}

function withHooks(text: string, { hooks }: JsonSettings): string {
  if (!hooks) return text;
  const ours = Object.entries(listsOf(read(text, hooks.at)))
    .map(([event, list]) => [event, list.filter(isPartlyOurs)] as const)
    .filter(([, list]) => list.length > 0);
  if (isDeepStrictEqual(Object.fromEntries(ours), hooks.lists)) return text;
  const isFilledAgain = (at: readonly string[]): boolean =>
    at.length === hooks.at.length || (at.at(-1) ?? "") in hooks.lists;
  const cleared = withoutHooks(text, hooks.at, isFilledAgain);
  return Object.entries(hooks.lists).reduce(
    (changed, [event, items]) =>
      items.reduce((longer, item) => withItem(longer, [...hooks.at, event], item), changed),
    cleared,
  );
}

/** The text without anything of ours. What is empty then goes as well, unless `stays` says that it was there before. */
export function jsonWithout(
  given: string,
  { server, hooks }: JsonSettings,
  stays: (at: readonly string[]) => boolean,
): string {
  let text = orEmptyObject(given);
  if (server && isOurServer(read(text, server.at))) {
    text = without(text, server.at);
    text = withoutEmpty(text, server.at.slice(0, -1), stays);
  }
  if (hooks) text = withoutHooks(text, hooks.at, stays);
  return text === orEmptyObject(given) ? given : text;
}

function withoutHooks(
  given: string,
  at: readonly string[],
  stays: (at: readonly string[]) => boolean,
): string {
  let text = given;
  for (const [event, list] of Object.entries(listsOf(read(text, at)))) {
    if (!list.some(isPartlyOurs)) continue;
    // From the end, so that the numbers of the others stay.
    for (let i = list.length - 1; i >= 0; i -= 1) text = withoutOurs(text, [...at, event, i], list[i]);
    text = withoutEmpty(text, [...at, event], stays);
  }
  return text === given ? text : withoutEmpty(text, at, stays);
}

function withoutOurs(text: string, at: readonly Step[], item: unknown): string {
  if (isOurs(item)) return without(text, at);
  const handlers = handlersOf(item) ?? [];
  return handlers.reduceRight<string>(
    (shorter, handler, i) => (isOurHandler(handler) ? without(shorter, [...at, "hooks", i]) : shorter),
    text,
  );
}

/** One with a comment in it is somebody's. */
function withoutEmpty(
  text: string,
  at: readonly string[],
  stays: (at: readonly string[]) => boolean,
): string {
  const node = nodeAt(parseObject(text), at, text);
  const isContainer = node?.type === "object" || node?.type === "array";
  const isEmpty = isContainer && text.slice(node.offset + 1, node.offset + node.length - 1).trim() === "";
  return isEmpty && at.length > 0 && !stays(at) ? without(text, at) : text;
}

/** Whether nothing is left but what the client wants in every such file. A comment is somebody's. */
export function isAsGoodAsEmpty(text: string, { required = {} }: JsonSettings): boolean {
  const bare = orEmptyObject(text.replace(/^\uFEFF/, ""));
  return Object.keys(read(bare, []) as object).every((key) => key in required) && !/\/[/*]/.test(bare);
}

export interface JsonFindings {
  readonly server: unknown;
  /** By event, the handlers of ours. */
  readonly handlers: readonly { readonly event: string; readonly group: number; readonly handler: number }[];
}

export function findInJson(given: string, { server, hooks }: JsonSettings): JsonFindings {
  const text = orEmptyObject(given);
  const lists = Object.entries(hooks ? listsOf(read(text, hooks.at)) : {});
  return {
    server: server && read(text, server.at),
    handlers: lists.flatMap(([event, list]) =>
      list.flatMap((item, group) =>
        (handlersOf(item) ?? [item]).flatMap((handler, i) =>
          isOurHandler(handler) ? [{ event, group, handler: i }] : [],
        ),
      ),
    ),
  };
}

const isPartlyOurs = (item: unknown): boolean => isOurs(item) || (handlersOf(item) ?? []).some(isOurHandler);

const listsOf = (value: unknown): Record<string, readonly unknown[]> =>
  isObject(value)
    ? (Object.fromEntries(Object.entries(value).filter(([, list]) => Array.isArray(list))) as Record<
        string,
        readonly unknown[]
      >)
    : {};

export const foreign = (at: readonly string[]): Unusable =>
  new Unusable(
    "foreign_entry",
    `It has a server called ${JSON.stringify(at.at(-1))} that does not start this program.`,
    `Give that one another name or remove it (${at.join(".")}), and run the command again.`,
  );
