import type { AuditEntry } from "./audit.ts";

/** The audit log read as a feed: the only way to notice a change. */
export interface ChangeFeed {
  /** The position of the last change. */
  position(): Promise<number>;
  changesAfter(position: number, limit: number): Promise<readonly AuditEntry[]>;
  /**
   * Calls back soon after any process wrote, from now on. Follow first and load a state afterwards, and nothing is
   * missed in between. Returns the way to stop.
   */
  follow(listener: (entries: readonly AuditEntry[]) => void): () => void;
}
