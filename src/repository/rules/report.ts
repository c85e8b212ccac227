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
export interface ReadSoFar {
  readonly commit: string;
  readonly at: Date;
}
