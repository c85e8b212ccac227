import { HOOK_EVENTS, type HookEvent } from "../hooks/index.ts";

/** For all events. */
export const ALL_EVENTS = "all";

/** The events that a setting or the file of the project switches off. */
export function offEvents(
  setting: readonly string[],
  ofProject: false | { readonly off: readonly string[] } | undefined,
): ReadonlySet<HookEvent> {
  if (setting.includes(ALL_EVENTS) || ofProject === false) return new Set(HOOK_EVENTS);
  const named = [...setting, ...(ofProject?.off ?? [])];
  return new Set(HOOK_EVENTS.filter((event) => named.includes(event)));
}
