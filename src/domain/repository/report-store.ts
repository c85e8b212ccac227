import type { Decision } from "../decisions/decision.ts";
import type { Page } from "../shared/page.ts";
import type { Scope } from "../shared/scope.ts";
import type { NewReport, Report } from "./report.ts";

/** How far the history of a repository was read. */
export interface ReadSoFar {
  readonly commit: string;
  readonly at: Date;
}

/**
 * What the repository says of decisions. All of it stays on this machine and has no rows in the audit log. It goes with
 * its decision, and moves with it.
 */
export interface ReportStore {
  /** Leaves out what is known, and what is about no decision of its project. Returns the new ones, in order. */
  addReports(reports: readonly NewReport[]): Promise<readonly Report[]>;
  /**
   * By decision id, each with what is said of its duplicates, oldest first: by time, then in the order of coming. Every
   * id has an entry.
   */
  reportsOf(scope: Scope, decisionIds: readonly string[]): Promise<ReadonlyMap<string, readonly Report[]>>;
  /** What is said by one of these commits, given whole, or of one of these pull requests. Oldest first. */
  reportsNaming(
    scope: Scope,
    named: { readonly commits?: readonly string[]; readonly prs?: readonly number[] },
  ): Promise<readonly Report[]>;
  /** Active decisions without an outcome of which something is said that nobody dismissed. Longest waiting first. */
  decisionsWithReports(scope: Scope, limit: number): Promise<Page<Decision>>;
  /** Dismisses everything that is said of a decision so far, and returns how much that was. */
  dismissReports(scope: Scope, decisionId: string, at: Date): Promise<number>;
  howFarRead(project: string): Promise<ReadSoFar | undefined>;
  noteRead(project: string, read: ReadSoFar): Promise<void>;
}
