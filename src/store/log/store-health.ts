import type { Act } from "../../shared/actor.ts";
import type { AuditVerdict } from "./audit.ts";

/** A record that the log does not make again as it is. */
export interface UncoveredRecord {
  /** Such as `outcome`. */
  readonly what: string;
  readonly id: string;
  readonly how: "not in the log" | "only in the log" | "different in the log";
}

/** Whether the changes in the log are enough to make again what is said in the memory. */
export interface Coverage {
  readonly changes: number;
  /** The first inconsistency of the log itself, in a sentence; undefined if there is none. */
  readonly problem?: string | undefined;
  /** The first few. */
  readonly uncovered: readonly UncoveredRecord[];
}

/** How many rows were made again, and how many of them were not what they should be. */
export interface Rebuilt {
  readonly rows: number;
  readonly mended: number;
}

/** What is made again from what is said, apart from vectors, which need a model, and skills, which need a search. */
export interface RebuiltTables {
  readonly words: Rebuilt;
  /** The current outcomes of decisions. */
  readonly outcomes: Rebuilt;
  readonly tallies: Rebuilt;
  /** Decisions that wait to be embedded now, and vectors that were missing or should not have been there. */
  readonly vectors: Rebuilt;
}

/** What `membria doctor` checks and mends. */
export interface StoreHealth {
  /** What is stored where, for a person to read. */
  describe(): Promise<{
    name: string;
    location: string;
    version: string;
    facts: Record<string, string | number>;
    /** What is wrong and what to do, in a sentence; undefined if nothing is. */
    problem?: string | undefined;
  }>;
  /**
   * The paths of damaged files that were set aside, of the copies made by hand or before a restore, and of those made
   * before migrations and imports, each oldest first. They still contain what is erased later.
   */
  copies(): Promise<readonly string[]>;
  /**
   * Deletes copies that were left unfinished when their process was killed. Returns the paths of those that another
   * process may still be writing.
   */
  removeUnfinishedCopies(): Promise<readonly string[]>;
  /** Checks the audit log and the texts it has digests of, in slices, so that other work is not blocked. */
  verifyAudit(onProgress?: (done: number, total: number) => void): Promise<AuditVerdict>;
  /**
   * Checks the audit log, makes all its changes again in an empty memory that leaves nothing behind, and compares what is
   * said in both. Takes about as long as making the changes took.
   */
  checkCoverage(onProgress?: (done: number, total: number) => void): Promise<Coverage>;
  /**
   * Makes what is derived again. Others may write meanwhile. With `embedsAgain` every decision is queued to be embedded
   * again, and keeps its vector until then; without, only those that have none.
   */
  rebuildDerived(
    embedsAgain: boolean,
    act: Act,
    onProgress?: (done: number, total: number) => void,
  ): Promise<RebuiltTables>;
}
