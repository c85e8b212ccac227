import type { WholeCommit } from "../../shared/ports.ts";

const FIX = /\b(?:fix(?:es|ed|ing)?|bug ?fix(?:es|ed)?|hot ?fix(?:es|ed)?|bugs?|regressions?)\b/i;

/** Words that are about fixing nothing that was broken. */
const OTHERWISE =
  /\bfix(?:ed|es|ing)? (?:typos?|spelling|grammar|formatting|format|lint(?:ing)?|indentation|whitespace)\b/i;

/** Whether the first line of a commit says that it mends something. */
export const looksLikeFix = (subject: string): boolean => FIX.test(subject) && !OTHERWISE.test(subject);

type Message = Pick<WholeCommit, "subject" | "body">;

/** `Keep carts in Redis (#12)`, as a squash merge is named. */
const SQUASHED = /\s\((?:#|!)(\d+)\)$/;

const MERGED_PR = /^Merge pull request #(\d+) from [^\s/]+\/(\S+)/;

const MERGED_PR_BY_TITLE = /^Merged PR (\d+):/;

const MERGED_IN = /^Merged in (\S+) \(pull request #(\d+)\)/;

const MERGE_REQUEST = /^See merge request (?:\S*)!(\d+)\s*$/m;

const MERGED_BRANCH = /^Merge (?:remote-tracking )?branch '([^']+)'/;

/** Branches that others are merged into. That one of them was merged into another says nothing of what was decided on it. */
const SHARED_BRANCHES = /^(?:main|master|trunk|develop|development|dev|next|staging|production|release)$/;

/** The number of the pull or merge request that a commit brings in. */
export function mergedPr({ subject, body }: Message): number | undefined {
  const number =
    SQUASHED.exec(subject)?.[1] ??
    MERGED_PR.exec(subject)?.[1] ??
    MERGED_PR_BY_TITLE.exec(subject)?.[1] ??
    MERGED_IN.exec(subject)?.[2] ??
    MERGE_REQUEST.exec(body)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** The name of the branch that a merge brings in. */
export function mergedBranch({ subject }: Pick<Message, "subject">): string | undefined {
  const named =
    MERGED_PR.exec(subject)?.[2] ?? MERGED_IN.exec(subject)?.[1] ?? MERGED_BRANCH.exec(subject)?.[1];
  return named === undefined ? undefined : branchName(named);
}

/** The name of a branch that a decision was made on, if its merge says something of the decision. */
export function ownBranch(branch: string | undefined): string | undefined {
  const name = branch === undefined ? undefined : branchName(branch);
  return name === undefined || name === "HEAD" || SHARED_BRANCHES.test(name) ? undefined : name;
}

const branchName = (name: string): string => name.replace(/^(?:refs\/heads\/|(?:remotes\/)?origin\/)/, "");

/** Without the number of its pull request, which a squash adds to the words of its author. */
export const subjectWithoutPr = (subject: string): string => subject.replace(SQUASHED, "").trim();

const ADDRESS =
  /^https?:\/\/[^/\s]+\/(.+?)\/(?:-\/)?(?:pull|pulls|merge_requests|pull-requests|pullrequest)\/(\d{1,9})(?![\w-])/i;

const NUMBER = /^(?:PR\s*)?[#!]?(\d{1,9})$/i;

/** The number of a linked pull or merge request, given by its address or as `#12`. */
export function prNumber(linked: string | undefined): number | undefined {
  const text = linked?.trim() ?? "";
  const number = ADDRESS.exec(text)?.[2] ?? NUMBER.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}

/**
 * Whether a pull request may belong to a repository with these remotes. Forks have other owners, so that only the names
 * of the repositories are compared; without a remote nobody can tell.
 */
export function mayBelong(linked: string, remotes: readonly string[]): boolean {
  const path = ADDRESS.exec(linked.trim())?.[1];
  if (path === undefined || remotes.length === 0) return true;
  const name = lastOf(path.replace(/\/_git$/, ""));
  return remotes.some((remote) => lastOf(remote.replace(/\/+$/, "").replace(/\.git$/, "")) === name);
}

const lastOf = (path: string): string => (path.split(/[/:]/).at(-1) ?? "").toLowerCase();
