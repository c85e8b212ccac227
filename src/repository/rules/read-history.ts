import type { WholeCommit } from "../../shared/ports.ts";
import { type Carrying, carryingCommits } from "./carrying-commits.ts";
import { type CommitGraph, commitGraph } from "./commit-graph.ts";
import { looksLikeFix } from "./commit-subjects.ts";
import { followedFiles } from "./follow-history.ts";
import { type Finding, MOST_KEPT, NEAR_MS, type SoughtDecision } from "./found-commits.ts";
import { CARRIED_BY, type Report } from "./report.ts";
import { namedReverts, namesSomething, resolveReverts, turnsOf } from "./reverts.ts";

/** What was read in a history. */
export interface HistoryRead {
  readonly findings: readonly Finding[];
  /** How many commits take back something, by what it is known what. */
  readonly reverts: {
    readonly byCommit: number;
    readonly byPr: number;
    readonly bySubject: number;
    /** Those that take back something that is not among the commits. */
    readonly unresolved: number;
  };
}

/**
 * What a part of a history, its oldest commit first, says of decisions. `known` is what was said before: a fix may follow
 * a commit that was read earlier.
 */
export function readHistory(
  decisions: readonly SoughtDecision[],
  commits: readonly WholeCommit[],
  known: readonly Report[] = [],
): HistoryRead {
  const graph = commitGraph(commits);
  const carriedBefore = known.filter(({ kind }) => kind === "carried");
  const settled = carriedBefore.filter(
    ({ by, commit = "" }) => by !== "named file" || !graph.byId.has(commit),
  );
  const carrying = carryingCommits(graph, decisions, new Set(settled.map(({ decision }) => decision)));
  const { resolved, unresolved } = resolveReverts(graph);
  const turns = turnsOf(graph, resolved);
  const fixesOf = laterFixes(graph);
  const carried = surest(carrying);
  const count = (by: string): number => resolved.filter((one) => one.by === by).length;
  return {
    findings: [
      ...carrying.flatMap(carriedFindings),
      ...carrying.flatMap((one) =>
        turns(one.commit).map(
          ({ commit, kind }): Finding => ({ ...finding(one.decision.id, commit, kind), of: one.commit.id }),
        ),
      ),
      ...[...carried, ...carriedBefore.flatMap(knownCommit)].flatMap(({ decision, ...one }) =>
        fixesOf(one)
          .filter(
            ({ id }) => !carrying.some((other) => other.decision.id === decision && other.commit.id === id),
          )
          .map((commit): Finding => ({ ...finding(decision, commit, "fixed"), of: one.commit })),
      ),
    ],
    reverts: {
      byCommit: count("commit"),
      byPr: count("pull request"),
      bySubject: count("subject"),
      unresolved: unresolved.length,
    },
  };
}

const finding = (decision: string, commit: WholeCommit, kind: Finding["kind"]): Finding => ({
  decision,
  kind,
  key: commit.id,
  at: commit.at,
  commit: commit.id,
  title: commit.subject,
});

function carriedFindings({ decision, commit, by, pr, merge, part }: Carrying): Finding[] {
  const carried: Finding = {
    ...finding(decision.id, commit, "carried"),
    by,
    files: commit.files.slice(0, MOST_KEPT).map(({ path }) => path),
    ...(pr !== undefined && { pr }),
    ...(merge && { of: merge.id }),
    ...(part && { part }),
  };
  const wasMerged = !merge && (by === "merged branch" || pr !== undefined);
  if (!wasMerged) return [carried];
  return [carried, { ...finding(decision.id, commit, "merged"), ...(pr !== undefined && { pr }) }];
}

type CarriedCommit = KnownCommit & { readonly decision: string };

/** Of each decision the commits that are known by the surest sign, without what merely came with them. */
function surest(carrying: readonly Carrying[]): CarriedCommit[] {
  const best = new Map<string, number>();
  const rank = ({ by }: Carrying): number => CARRIED_BY.indexOf(by);
  for (const one of carrying)
    best.set(one.decision.id, Math.min(rank(one), best.get(one.decision.id) ?? CARRIED_BY.length));
  return carrying
    .filter((one) => rank(one) === best.get(one.decision.id) && !one.part)
    .map(({ decision, commit: { id, at, files } }) => ({
      decision: decision.id,
      commit: id,
      at,
      files: files.length > MOST_KEPT ? [] : files.map(({ path }) => path),
    }));
}

const knownCommit = ({ decision, commit, at, files = [], part }: Report): CarriedCommit[] =>
  commit === undefined || part ? [] : [{ decision, commit, at, files }];

/** A commit that carries something out, as far as it is known. */
interface KnownCommit {
  readonly commit: string;
  readonly at: Date;
  readonly files: readonly string[];
}

const MOST_FIXES = 10;

/** Says of a commit which commits soon after it say that they mend something, and change the same files. */
function laterFixes(graph: CommitGraph): (carried: KnownCommit) => readonly WholeCommit[] {
  const mending = new Set(graph.commits.filter(isFix));
  const looked = graph.commits.filter(
    (commit) => mending.has(commit) || commit.files.some(({ kind }) => kind === "renamed"),
  );
  return ({ commit, at, files }) => {
    const followed = followedFiles(files);
    const until = at.getTime() + NEAR_MS;
    const found: WholeCommit[] = [];
    for (const one of looked) {
      if (one.at < at || one.at.getTime() > until || one.id === commit) continue;
      const isOne = mending.has(one) && followed.touches(one.files) && graph.descends(one, commit) !== false;
      if (isOne && found.length < MOST_FIXES) found.push(one);
      followed.follow(one.files);
    }
    return found;
  };
}

const isFix = (commit: WholeCommit): boolean =>
  looksLikeFix(commit.subject) && !namesSomething(namedReverts(commit));
