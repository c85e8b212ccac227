import type { HookEvent } from "../domain/hooks/hook-events.ts";
import type { JsonObject } from "./settings-file.ts";

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
