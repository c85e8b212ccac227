import type { Decision } from "../../decisions/decision.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { CarriedBy } from "../report.ts";
import type { ForgeFact } from "./forge-event.ts";

/** By what the decisions that an event is about can be found. */
export interface Clues {
  /** Ids of decisions in what people wrote. */
  readonly ids: readonly string[];
  /** Addresses of pull requests. */
  readonly pullRequests: readonly string[];
  /** Whole. */
  readonly commits: readonly string[];
  /** A branch that somebody works on for a while. */
  readonly branch?: string | undefined;
  /** When it happened. */
  readonly at?: Date | undefined;
}

const MOST_IDS = 50;
const DECISION_ID = /\bdec_[a-z0-9]{6,40}\b/g;
/** Branches that stay: what happens there is about everything and nothing. */
const LASTING_BRANCH =
  /^(?:main|master|trunk|default|develop|development|dev|staging|stage|production|prod|next|release(?:[/_-].*)?|hotfix|gh-pages|HEAD)$/i;
/** A name is used again. A decision that was made on a branch so long ago was made on another one. */
const BRANCH_LASTS_MS = 60 * DAY_MS;

/** Undefined for a push, whose commits are read one by one. */
export function cluesOf(fact: ForgeFact): Clues | undefined {
  const { at } = fact;
  switch (fact.what) {
    case "pull_request":
      return {
        ids: idsIn(fact.title, fact.body, fact.branch ?? ""),
        pullRequests: [fact.address],
        commits: present(fact.head, fact.mergeCommit),
        branch: workBranch(fact.branch),
        at,
      };
    case "checks":
      return {
        ids: idsIn(fact.branch ?? ""),
        pullRequests: fact.pullRequests,
        commits: [fact.commit],
        branch: workBranch(fact.branch),
        at,
      };
    case "deployment":
      return { ids: [], pullRequests: [], commits: [fact.commit], at };
    case "issue":
      return {
        ids: idsIn(fact.title, fact.body),
        pullRequests: pullRequestsIn(fact.body),
        commits: commitsIn(fact.body),
        at,
      };
    case "push":
      return undefined;
  }
}

const idsIn = (...texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap((text) => text.match(DECISION_ID) ?? []))].slice(0, MOST_IDS);

const PULL_REQUEST = /https?:\/\/[^\s()<>"'`\]]+\/(?:pull|-\/merge_requests)\/\d+/g;
const COMMIT = /\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b/g;

const pullRequestsIn = (text: string): string[] =>
  [...new Set(text.match(PULL_REQUEST) ?? [])].slice(0, MOST_IDS);
const commitsIn = (text: string): string[] => [...new Set(text.match(COMMIT) ?? [])].slice(0, MOST_IDS);

const present = (...values: readonly (string | undefined)[]): string[] =>
  values.filter((value) => value !== undefined);

const workBranch = (branch: string | undefined): string | undefined =>
  branch === undefined || LASTING_BRANCH.test(branch) ? undefined : branch;

type Followed = Pick<Decision, "id" | "linkedPr" | "linkedCommit" | "capturedIn" | "createdAt">;

/** By what a decision is the one that the clues are about; undefined if it is not. */
export function concernedBy(decision: Followed, clues: Clues): CarriedBy | undefined {
  const { linkedPr, linkedCommit, capturedIn, createdAt } = decision;
  if (linkedCommit !== undefined && clues.commits.some((id) => id.startsWith(linkedCommit.toLowerCase())))
    return "linked commit";
  if (clues.ids.includes(decision.id)) return "decision id";
  if (linkedPr !== undefined && clues.pullRequests.some((address) => isSamePullRequest(linkedPr, address)))
    return "pull request";
  const { branch, at } = clues;
  const since = at === undefined ? 0 : at.getTime() - createdAt.getTime();
  return branch !== undefined && capturedIn?.branch === branch && since >= 0 && since <= BRANCH_LASTS_MS
    ? "merged branch"
    : undefined;
}

const PULL_REQUEST_PAGE = /^https?:\/\/([^?#\s]+?)(?:\/-)?\/(?:pull|merge_requests)\/(\d+)(?:[/?#].*)?$/i;

/** People also copy the address of one of its pages, hosts ignore case, and GitLab had other addresses before. */
export function isSamePullRequest(linked: string, address: string): boolean {
  return linked === address || (PULL_REQUEST_PAGE.test(linked) && pageOf(linked) === pageOf(address));
}

const pageOf = (address: string): string => address.replace(PULL_REQUEST_PAGE, "$1 $2").toLowerCase();
