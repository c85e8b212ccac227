import type { Decision } from "../../decisions/index.ts";
import type { WholeCommit } from "../../shared/ports.ts";
import type { CommitGraph } from "./commit-graph.ts";
import { mergedBranch, mergedPr, ownBranch, prNumber } from "./commit-subjects.ts";
import { followedFiles } from "./follow-history.ts";
import { MOST_KEPT, NEAR_MS, type SoughtDecision } from "./found-commits.ts";
import type { CarriedBy } from "./report.ts";
import { namedReverts, namesSomething } from "./reverts.ts";

/** A commit that carries out a decision. */
export interface Carrying {
  readonly decision: SoughtDecision;
  readonly commit: WholeCommit;
  readonly by: CarriedBy;
  readonly pr?: number | undefined;
  /** The merge that it came with. */
  readonly merge?: WholeCommit | undefined;
  readonly part?: true | undefined;
}

const DECISION_IDS = /\bdec_[a-z0-9]+\b/g;

/**
 * Which commits carry out which decision, each by the surest sign. A commit that only touches a file of a decision is
 * the weakest sign: it counts if there is no other, and not for those in `known`, which have one.
 */
export function carryingCommits(
  graph: CommitGraph,
  decisions: readonly SoughtDecision[],
  known: ReadonlySet<string>,
): Carrying[] {
  const named = indexed(decisions);
  const found = new Map<string, Carrying>();
  const carry = (decision: SoughtDecision, commit: WholeCommit, by: CarriedBy): void => {
    for (const one of withWhatItBrings(graph, decision, commit, by)) {
      const key = `${decision.id} ${one.commit.id}`;
      if (!found.has(key)) found.set(key, one);
    }
  };
  for (const decision of decisions) {
    const linked = decision.linkedCommit && graph.find(decision.linkedCommit.toLowerCase());
    if (linked) carry(decision, linked, "linked commit");
  }
  for (const commit of graph.commits) {
    if (!namesSomething(namedReverts(commit)))
      for (const [id] of `${commit.subject}\n${commit.body}`.matchAll(DECISION_IDS)) {
        const decision = named.byId.get(id);
        if (decision) carry(decision, commit, "decision id");
      }
  }
  for (const commit of graph.commits)
    for (const decision of named.byPr.get(mergedPr(commit) ?? -1) ?? [])
      carry(decision, commit, "pull request");
  for (const commit of graph.commits) {
    if (commit.parents.length < 2) continue;
    for (const decision of named.byBranch.get(mergedBranch(commit) ?? "") ?? [])
      if (isAfter(commit, decision)) carry(decision, commit, "merged branch");
  }
  const sure = new Set([...known, ...[...found.values()].map(({ decision }) => decision.id)]);
  const others = decisions.filter(({ id }) => !sure.has(id));
  return [...found.values(), ...firstToTouch(graph, others)];
}

function indexed(decisions: readonly SoughtDecision[]) {
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  const byPr = new Map<number, SoughtDecision[]>();
  const byBranch = new Map<string, SoughtDecision[]>();
  for (const decision of decisions) {
    const pr = prNumber(decision.linkedPr);
    if (pr !== undefined) byPr.set(pr, [...(byPr.get(pr) ?? []), decision]);
    const branch = ownBranch(decision.capturedIn?.branch);
    if (branch !== undefined) byBranch.set(branch, [...(byBranch.get(branch) ?? []), decision]);
  }
  return { byId, byPr, byBranch };
}

/** A merge, and the commits that came with it. */
function withWhatItBrings(
  graph: CommitGraph,
  decision: SoughtDecision,
  commit: WholeCommit,
  by: CarriedBy,
): Carrying[] {
  const pr = mergedPr(commit);
  const whole: Carrying = { decision, commit, by, pr };
  if (commit.parents.length < 2) return [whole];
  const brought = graph.broughtBy(commit).filter(({ parents }) => parents.length < 2);
  const files = namedFiles(decision);
  const touching = brought.filter((one) => followedFiles(files).touches(one.files));
  const kept = brought.length > MOST_KEPT ? touching.slice(0, MOST_KEPT) : brought;
  const parts = kept.map((one): Carrying => {
    const isIt = brought.length === 1 || touching.includes(one);
    return { decision, commit: one, by, pr, merge: commit, ...(!isIt && { part: true }) };
  });
  return [whole, ...parts];
}

/** git has no parts of seconds. */
const isAfter = ({ at }: WholeCommit, { createdAt }: SoughtDecision): boolean =>
  at.getTime() >= Math.floor(createdAt.getTime() / 1000) * 1000;

function firstToTouch(graph: CommitGraph, decisions: readonly SoughtDecision[]): Carrying[] {
  return decisions.flatMap((decision): Carrying[] => {
    const files = namedFiles(decision);
    if (files.length === 0) return [];
    const followed = followedFiles(files);
    const until = decision.createdAt.getTime() + NEAR_MS;
    let first: WholeCommit | undefined;
    for (const commit of graph.commits) {
      if (!isAfter(commit, decision) || commit.at.getTime() > until) continue;
      const head = decision.capturedIn?.head;
      if (
        (first === undefined || commit.at < first.at) &&
        followed.touches(commit.files) &&
        (head === undefined || graph.descends(commit, head) !== false)
      )
        first = commit;
      followed.follow(commit.files);
    }
    return first ? [{ decision, commit: first, by: "named file", pr: mergedPr(first) }] : [];
  });
}

/** The files that a decision names itself, as git writes them. What was touched in its session is not meant. */
function namedFiles({ evidence }: Pick<Decision, "evidence">): string[] {
  return evidence
    .filter(({ kind }) => kind === "file")
    .map(({ ref }) =>
      ref
        .trim()
        .replaceAll("\\", "/")
        .replace(/^(?:\.\/+)+/, "")
        .replace(/(?::\d+(?:[-:]\d+)?|#L\d+(?:-L\d+)?)$/, "")
        .replace(/\/+$/, ""),
    )
    .filter((path) => path !== "");
}
