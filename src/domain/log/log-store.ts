import type { Json } from "../shared/canonical-json.ts";
import type { Scope } from "../shared/scope.ts";
import type { AuditEntry } from "./audit.ts";
import type { AuditAction } from "./audit-actions.ts";

/** Which entries of the audit log are wanted. */
export interface LogFilter {
  /** What belongs to no project, such as people and some keys, is only in the scope of all of them. */
  readonly scope: Scope;
  readonly since?: Date | undefined;
  /**
   * The whole kind of the author, the name or id of the person, the program, the client with or without its version, or
   * the id of the access key. Upper and lower case are the same.
   */
  readonly actor?: string | undefined;
  /** The id of any record, or an alias of a decision: entries about the record, and those that touch it. */
  readonly record?: string | undefined;
  readonly actions?: readonly AuditAction[] | undefined;
}

/** The first entries after a position, or the last ones before a position or the end. */
export type LogRange = { readonly after: number } | { readonly before?: number | undefined };

/** One part of the arguments of a change. `personId` is set if it is the name of that person. */
export type LoggedPart = { readonly personId?: string | undefined } & (
  | { readonly args: Json }
  | { readonly erased: true }
);

export interface LoggedEntry extends AuditEntry {
  /** The id of the human, or of the person on whose behalf an agent or script acted. */
  readonly personId?: string | undefined;
  /** The id of the memory file that it was written to first; undefined in entries of version 0.1.0. */
  readonly origin?: string | undefined;
  /** How much of what it wrote was erased since. */
  readonly erased: "nothing" | "some" | "all";
  /** What was written, part by part, if it was asked for. Entries of version 0.1.0 have no parts. */
  readonly changes?: readonly LoggedPart[] | undefined;
}

/** The audit log as people read it. */
export interface LogStore {
  /** At most `limit` entries, oldest first. What they wrote can be large, so it is read only `withChanges`. */
  readLog(
    filter: LogFilter,
    range: LogRange,
    limit: number,
    options?: { readonly withChanges?: boolean | undefined },
  ): Promise<readonly LoggedEntry[]>;
  /** How many entries there are before a position. */
  countLog(filter: LogFilter, before: number): Promise<number>;
}
