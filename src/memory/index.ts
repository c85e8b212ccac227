export type { Deps } from "./deps.ts";
export type { FollowUp } from "./follow-up.ts";
export { openForLooking } from "./look-at-memory.ts";
export { openForHooks } from "./open-for-hooks.ts";
export { openMemoryFile } from "./open-memory.ts";
export { type Observation, recordObservations } from "./record-observations.ts";
