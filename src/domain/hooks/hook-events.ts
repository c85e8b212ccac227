/** What a client reports about its session. */
export const HOOK_EVENTS = [
  "session-start",
  "prompt",
  "pre-edit",
  "post-tool",
  "stop",
  "pre-compact",
  "session-end",
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];
