import type { Decision, NewSignal, SignalType, Valence } from "../../../decisions/index.ts";
import type { WholeCommit } from "../../../shared/ports.ts";
import type { Screening } from "../../../shared/screening.ts";
import { LIMITS, oneLine, type Screened } from "../../../shared/text.ts";
import { DAY_MS } from "../../../shared/time.ts";
import { mergedPr, ownBranch, prNumber } from "../commit-subjects.ts";
import type { Finding } from "../found-commits.ts";
import type { CarriedBy, NewReport, Report } from "../report.ts";
import { type NamedReverts, namedReverts, namesSomething } from "../reverts.ts";
import type { Forge, ForgeFact, IssueFact, PullRequestFact, PushedCommit, PushFact } from "./forge-event.ts";
import { pullRequestAddress } from "./payload-parts.ts";

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

type SingleFact = Exclude<ForgeFact, { readonly what: "push" }>;

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

const idsIn = (...texts: readonly string[]): string[] =>
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

/** A decision that an event is about, and by what that is known. */
export interface Concerned {
  readonly decision: string;
  readonly by: CarriedBy;
}

/** A signal with what it is known again by, however often it is reported. */
export interface EventSignal extends Omit<NewSignal, "id"> {
  readonly metrics: { readonly event: string } & NewSignal["metrics"];
}

/** What an event says of each of the decisions that it is about. */
type SaidOfDecision = Pick<
  NewReport,
  "kind" | "key" | "commit" | "pr" | "title" | "address" | "passed" | "by"
>;

/**
 * What follows from an event for a decision. Nothing of it is an outcome. That a pull request was opened is only a signal:
 * it says nothing about how the decision worked out.
 */
export function reportsOfFact(
  fact: SingleFact,
  { by }: Concerned,
  screen: Screening,
): readonly SaidOfDecision[] {
  const { key } = fact;
  const title = (text: string | undefined) => shortText(screen, "title", text);
  const address = shortText(screen, "address", fact.address);
  switch (fact.what) {
    case "pull_request":
      return ofEndedPullRequest(fact, { pr: fact.number, title: title(fact.title), address, by });
    case "checks": {
      const { commit, passed } = fact;
      return [{ kind: "checked", key, commit, title: title(fact.name), address, passed }];
    }
    case "deployment": {
      const { commit, succeeded: passed } = fact;
      return [{ kind: "deployed", key, commit, title: title(fact.environment), address, passed }];
    }
    case "issue":
      return [{ kind: "reported", key, title: title(fact.title), address }];
  }
}

/** As the history says it: what was merged carries the decision out. */
function ofEndedPullRequest(
  { key, state, mergeCommit: commit }: PullRequestFact,
  said: Omit<SaidOfDecision, "kind" | "key">,
): readonly SaidOfDecision[] {
  if (state === "closed") return [{ kind: "closed", key, ...said }];
  if (state !== "merged") return [];
  const merged: SaidOfDecision = { kind: "merged", key: commit ?? key, commit, ...said };
  return commit === undefined ? [merged] : [{ ...merged, kind: "carried" }, merged];
}

/** A text of somebody else, on one line. */
export const shortText = (
  screen: Screening,
  field: string,
  text: string | undefined,
): Screened | undefined => {
  const line = oneLine(screen.text(field, text ?? ""), LIMITS.name);
  return line === "" ? undefined : line;
};

/**
 * The signal that follows from an event, if one does. Of a commit it is known once that its checks passed and once that
 * they failed: some repositories have one suite of checks and some have twenty, which says nothing about the decision.
 */
export function signalOfFact(fact: SingleFact, screen: Screening): EventSignal | undefined {
  switch (fact.what) {
    case "pull_request":
      return ofPullRequest(fact, screen);
    case "checks": {
      const type = fact.passed ? "ci_passed" : "ci_failed";
      const { commit, address, passed } = fact;
      const sentence = `The checks of commit ${commit.slice(0, 12)} ${passed ? "passed" : "failed"}`;
      return signal(screen, type, passed ? "positive" : "negative", commit, sentence, { commit, address });
    }
    case "issue": {
      const { address, number, isIncident } = fact;
      if (!isIncident) return undefined;
      return signal(screen, "incident", "negative", address, `Issue ${number} is marked as an incident`, {
        address,
      });
    }
    case "deployment":
      return undefined;
  }
}

function ofPullRequest(fact: PullRequestFact, screen: Screening): EventSignal | undefined {
  const { state, number, address, head, mergeCommit } = fact;
  if (state !== "opened" && state !== "merged") return undefined;
  const type = state === "merged" ? "pr_merged" : "pr_created";
  return signal(screen, type, "positive", address, `Pull request ${number} was ${state}`, {
    address,
    pull_request: address,
    commit: state === "merged" ? mergeCommit : head,
  });
}

function signal(
  screen: Screening,
  type: SignalType,
  valence: Valence,
  about: string,
  sentence: string,
  facts: Readonly<Record<string, string | undefined>> & { readonly address: string | undefined },
): EventSignal {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  const description = facts.address === undefined ? `${sentence}.` : `${sentence}: ${facts.address}`;
  return {
    type,
    valence,
    description: screen.text("description", description),
    metrics: screen.json("metrics", { event: `${type} ${about}`, ...Object.fromEntries(known) }),
  };
}

/** Something that came to the default branch and says that it takes something back. */
export interface Reverting {
  readonly commit: string;
  readonly at: Date;
  readonly title: string;
  /** The pull request that it is. */
  readonly pr?: number | undefined;
  readonly named: NamedReverts;
}

/**
 * What is taken back of what was reported before, and brought back if it is itself something that took back. `linked` are
 * decisions that are linked to what it names, for those of which nothing was reported.
 */
export function takenBackEarlier(
  { commit, at, title, pr, named }: Reverting,
  known: readonly Report[],
  linked: readonly Concerned[],
): Finding[] {
  const found = (decision: string, kind: Finding["kind"], of: string | undefined): Finding => ({
    decision,
    kind,
    // The history says later what exactly was taken back, and both are kept.
    key: of === undefined ? `${commit} all` : commit,
    at,
    commit,
    title,
    ...(of !== undefined && { of }),
    ...(pr !== undefined && { pr }),
  });
  const isNamed = ({ commit: id, pr: number }: Report): boolean =>
    (id !== undefined && named.commits.some((prefix) => id.startsWith(prefix))) ||
    (number !== undefined && named.prs.includes(number));
  const meant = known.filter(isNamed).toSorted((a, b) => rankOf(a) - rankOf(b));
  const onlyCommit = named.commits.length === 1 ? named.commits[0] : undefined;
  const reported = new Set(meant.map(({ decision }) => decision));
  return [
    ...meant.flatMap((report): Finding[] => {
      const { kind, decision, commit: id, of } = report;
      if (id === commit) return [];
      if (kind === "carried" || kind === "merged") return [found(decision, "reverted", id)];
      return kind === "reverted" ? [found(decision, "reinstated", of)] : [];
    }),
    ...linked
      .filter(({ decision }) => !reported.has(decision))
      .map(({ decision, by }) =>
        found(decision, "reverted", by === "linked commit" ? onlyCommit : undefined),
      ),
  ];
}

/** A merge stands for all that came with it, and a report has room for one commit. */
const rankOf = ({ kind, of }: Report): number => (kind === "carried" ? 0 : 2) + (of === undefined ? 0 : 1);

/**
 * The commits of a push as the rules of the history take them. Parents are not among what is sent, so of a merge only the
 * merge itself is known; reading the repository finds the rest.
 */
export function pushedHistory({ commits, at: pushedAt }: PushFact, now: Date): WholeCommit[] {
  return commits.map(({ id, message, at = pushedAt ?? now, ...files }) => {
    const [subject = "", ...lines] = message.split("\n");
    return {
      id,
      at: at > now ? now : at,
      subject,
      body: lines.join("\n").trim(),
      parents: [],
      files: filesOf(files),
    };
  });
}

const filesOf = ({
  added,
  modified,
  removed,
}: Pick<PushedCommit, "added" | "modified" | "removed">): WholeCommit["files"] => [
  ...added.map((path) => ({ path, kind: "added" as const })),
  ...modified.map((path) => ({ path, kind: "changed" as const })),
  ...removed.map((path) => ({ path, kind: "deleted" as const })),
];

/** By what the decisions that commits of a repository may carry out can be found. */
export function cluesOfCommits(
  commits: readonly WholeCommit[],
  forge: Forge,
  page: string | undefined,
): Clues {
  const prs = [...new Set(commits.map(mergedPr).filter((number) => number !== undefined))];
  return {
    ids: idsIn(...commits.map(({ subject, body }) => `${subject}\n${body}`)),
    pullRequests: page === undefined ? [] : prs.map((number) => pullRequestAddress(forge, page, number)),
    prs,
    commits: commits.map(({ id }) => id),
  };
}
