import type { Decision } from "../../decisions/index.ts";
import type { Page } from "../../shared/page.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Screened } from "../../shared/text.ts";

/** What can be said of a decision without anybody judging it. */
export const REPORT_KINDS = [
  /** A commit carries it out. */
  "carried",
  /** The pull request that carries it out was merged. */
  "merged",
  /** That pull request was closed without being merged. */
  "closed",
  /** Its checks ran: `passed` says how. */
  "checked",
  /** A commit takes back what carried it out. */
  "reverted",
  /** A commit takes such a revert back. */
  "reinstated",
  /** A later fix touches the same files. It says little, so it is shown and never scored. */
  "fixed",
  /** What carries it out was deployed: `passed` says how that went. */
  "deployed",
  /** An issue or an incident names it. */
  "reported",
] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];

const REPORT_SOURCES = ["git", "github", "gitlab"] as const;

export type ReportSource = (typeof REPORT_SOURCES)[number];

/** By what it is known that a commit carries out a decision, the surest first. */
export const CARRIED_BY = [
  "linked commit",
  "decision id",
  "pull request",
  "merged branch",
  "named file",
] as const;

export type CarriedBy = (typeof CARRIED_BY)[number];

/** What the repository, or the service that hosts it, says of a decision. It is evidence, and no outcome. */
export interface Report {
  readonly project: string;
  readonly decision: string;
  readonly kind: ReportKind;
  /** The commit or the id of the event. With decision and kind it is the same report, however often it comes. */
  readonly key: string;
  readonly at: Date;
  readonly source: ReportSource;
  /** The commit that it is about: that carries the decision out, was checked, deployed, or takes something back. */
  readonly commit?: string | undefined;
  /**
   * The commit that carries the decision out and that `commit` takes back, brings back, or whose files it fixes. Of what
   * carries it out: the merge that it came with.
   */
  readonly of?: string | undefined;
  /** The number of the pull or merge request. */
  readonly pr?: number | undefined;
  /** The first line of the commit, or the title of the pull request, issue or check. */
  readonly title?: Screened | undefined;
  readonly address?: Screened | undefined;
  /** Of checks and deployments. */
  readonly passed?: boolean | undefined;
  /** Of what carries it out. */
  readonly by?: CarriedBy | undefined;
  /** Set if it came with a merge and touches no file that the decision names: taking it back says little. */
  readonly part?: true | undefined;
  /** The files of the commit. */
  readonly files?: readonly Screened[] | undefined;
  /** Set when a person said that nothing follows from it. */
  readonly dismissedAt?: Date | undefined;
}

/** Without what only the store adds. */
export type NewReport = Omit<Report, "dismissedAt">;

/** How far the history of a repository was read. */
interface ReadSoFar {
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
