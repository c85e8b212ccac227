import type { Decision } from "../../decisions/decision.ts";
import { DAY_MS } from "../../shared/time.ts";
import { ownBranch } from "../merge-message.ts";
import { prNumber } from "../pull-request-address.ts";
import type { CarriedBy } from "../report.ts";
import { namedReverts, namesSomething } from "../revert-message.ts";
import type { ForgeFact, IssueFact, PullRequestFact } from "./forge-event.ts";

/** By what the decisions that an event is about can be found. */
export interface Clues {
  /** Ids of decisions in what people wrote. */
  readonly ids: readonly string[];
  /** Addresses of pull requests. */
  readonly pullRequests: readonly string[];
  /** The numbers of those that belong to the repository of the event. */
  readonly prs: readonly number[];
  /** Whole. */
  readonly commits: readonly string[];
  /** A branch that somebody works on for a while. */
  readonly branch?: string | undefined;
  /** When it happened. */
  readonly at?: Date | undefined;
}

export type SingleFact = Exclude<ForgeFact, { readonly what: "push" }>;

const MOST_NAMED = 50;
const DECISION_ID = /\bdec_[a-z0-9]{6,40}\b/g;
const COMMIT = /\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b/g;
/** A name is used again. A decision that was made on a branch so long ago was made on another one. */
const BRANCH_LASTS_MS = 60 * DAY_MS;

/** Of a push there are none: its commits are read one by one. */
export function cluesOf(fact: SingleFact): Clues {
  const { at } = fact;
  switch (fact.what) {
    case "pull_request":
      return {
        ids: takesSomethingBack(fact) ? [] : idsIn(fact.title, fact.body, fact.branch ?? ""),
        pullRequests: [fact.address],
        prs: [fact.number],
        commits: [fact.head, fact.mergeCommit].filter((commit) => commit !== undefined),
        branch: ownBranch(fact.branch),
        at,
      };
    case "checks":
      return {
        ids: idsIn(fact.branch ?? ""),
        pullRequests: fact.pullRequests,
        prs: numbersOf(fact.pullRequests),
        commits: [fact.commit],
        branch: ownBranch(fact.branch),
        at,
      };
    case "deployment":
      return { ids: [], pullRequests: [], prs: [], commits: [fact.commit], at };
    case "issue":
      return {
        ids: idsIn(fact.title, fact.body),
        pullRequests: fact.pullRequests,
        prs: numbersOf(fact.pullRequests.filter((address) => isBeside(fact, address))),
        commits: [...new Set(fact.body.match(COMMIT) ?? [])].slice(0, MOST_NAMED),
        at,
      };
  }
}

/** Such a pull request quotes the words of the one that it takes back, and carries nothing of them out. */
const takesSomethingBack = ({ title, body }: PullRequestFact): boolean =>
  namesSomething(namedReverts({ subject: title, body }));

export const idsIn = (...texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap((text) => text.match(DECISION_ID) ?? []))].slice(0, MOST_NAMED);

const numbersOf = (addresses: readonly string[]): number[] =>
  addresses.map(prNumber).filter((number) => number !== undefined);

/** Whether a pull request is one of the repository that the issue is in. */
const isBeside = ({ address }: IssueFact, pullRequest: string): boolean =>
  pullRequest.startsWith(address.replace(/(?:\/-)?\/issues\/\d+$/, "/"));

/** What the clues are compared with. */
export interface Followed extends Pick<Decision, "id" | "createdAt"> {
  readonly linkedPr?: string | undefined;
  readonly linkedCommit?: string | undefined;
  /** That it was captured on. */
  readonly branch?: string | undefined;
}

/** Says of a decision by what it is one that the clues are about; undefined if it is not. */
export function concernedBy(clues: Clues): (decision: Followed) => CarriedBy | undefined {
  const { branch, at } = clues;
  const ids = new Set(clues.ids);
  const pages = new Set(clues.pullRequests.map(pageOf));
  const isCommit = beginsOneOf(clues.commits);
  return ({ id, linkedPr, linkedCommit, branch: capturedOn, createdAt }) => {
    if (linkedCommit !== undefined && isCommit(linkedCommit.toLowerCase())) return "linked commit";
    if (ids.has(id)) return "decision id";
    if (linkedPr !== undefined && pages.has(pageOf(linkedPr))) return "pull request";
    if (branch === undefined || ownBranch(capturedOn) !== branch) return undefined;
    const since = at === undefined ? 0 : at.getTime() - createdAt.getTime();
    return since >= 0 && since <= BRANCH_LASTS_MS ? "merged branch" : undefined;
  };
}

/** A push may have thousands of commits, and a project thousands of decisions. */
function beginsOneOf(commits: readonly string[]): (prefix: string) => boolean {
  const byLength = new Map<number, ReadonlySet<string>>();
  return (prefix) => {
    const { length } = prefix;
    const known = byLength.get(length) ?? new Set(commits.map((commit) => commit.slice(0, length)));
    byLength.set(length, known);
    return known.has(prefix);
  };
}

const PULL_REQUEST_PAGE = /^https?:\/\/([^?#\s]+?)(?:\/-)?\/(?:pull|merge_requests)\/(\d+)(?:[/?#].*)?$/i;

/**
 * The same for all addresses of a pull request: people also copy the address of one of its pages, hosts ignore case, and
 * GitLab had other addresses before.
 */
export const pageOf = (address: string): string => address.replace(PULL_REQUEST_PAGE, "$1 $2").toLowerCase();
