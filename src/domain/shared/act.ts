import type { Actor } from "./actor.ts";

/** Who writes, and when: the audit row of a write is made from it. */
export interface Act {
  readonly by: Actor;
  readonly at: Date;
}
