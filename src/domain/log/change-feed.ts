import type { AuditEntry } from "./audit.ts";

/** The audit log read as a feed. It is the only way to learn of a change. */
export interface ChangeFeed {
  /** The position of the last change. */
  position(): Promise<number>;
  changesAfter(position: number, limit: number): Promise<readonly AuditEntry[]>;
  /**
   * Calls the listener soon after any process writes. Follow first and load the state afterwards, so that nothing is
   * missed in between. Returns a function that stops it.
   */
  follow(listener: (entries: readonly AuditEntry[]) => void): () => void;
}
