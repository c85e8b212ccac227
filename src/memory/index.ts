export type { Deps } from "./deps.ts";
export type { FollowUp } from "./follow-up.ts";
export { openForLooking } from "./look-at-memory.ts";
export { openForHooks } from "./open-for-hooks.ts";
export { openSqliteStore } from "./open-store.ts";
export type { Store } from "./store.ts";
