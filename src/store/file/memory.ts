import type { ChangeTypes } from "../log/change.ts";
import type { ChangeFeed } from "../log/feed.ts";
import type { Connection } from "./connection.ts";

/**
 * The memory that operations are given: one connection to its file, and the feed of what is written there. The functions
 * in the `sql` folders take it as their first argument, and each call of them is one unit of work: whole or not at all,
 * durable when it returns, and seen by every other process. Texts come in screened. Every write leaves one row in the
 * audit log, except for observations and what is computed from them. Drivers' errors end here: only Faults are thrown.
 * What is named by an id is looked for in the scope of the call and nowhere else.
 */
export interface Memory extends Connection, ChangeFeed {
  /** How changes are made, and how arguments that point at a row are read. */
  readonly types: ChangeTypes;
  /** Resolves when no erasure is being finished in the background. */
  settled(): Promise<void>;
}
