import type { Actor } from "./actor.ts";

/** Who writes, and when. The audit row of the write records both. */
export interface Act {
  readonly by: Actor;
  readonly at: Date;
}
