import type { WholeCommit } from "../shared/ports.ts";
import type { CommitGraph } from "./commit-graph.ts";
import { mergedPr, subjectWithoutPr } from "./merge-message.ts";
import { type NamedReverts, namedReverts, namesSomething } from "./revert-message.ts";

/** A commit that takes others back, and by what it is known which. */
export interface ResolvedRevert {
  readonly commit: WholeCommit;
  readonly targets: readonly WholeCommit[];
  readonly by: "commit" | "pull request" | "subject";
}

export interface Reverts {
  readonly resolved: readonly ResolvedRevert[];
  /** Those that name something that is not among the commits. */
  readonly unresolved: readonly WholeCommit[];
}

export function resolveReverts(graph: CommitGraph): Reverts {
  const resolved: ResolvedRevert[] = [];
  const unresolved: WholeCommit[] = [];
  const earlier = earlierCommits();
  for (const commit of graph.commits) {
    const named = namedReverts(commit);
    if (namesSomething(named) && !isMergeOfRevert(graph, commit)) {
      const found = resolve(graph, commit, named, earlier);
      if (found) resolved.push(found);
      else unresolved.push(commit);
    }
    earlier.add(commit);
  }
  return { resolved, unresolved };
}

/** The commit that it brings says the same, and is the one that others would take back. */
const isMergeOfRevert = (graph: CommitGraph, commit: WholeCommit): boolean =>
  commit.parents.length > 1 &&
  graph.broughtBy(commit).some((one) => one !== commit && namesSomething(namedReverts(one)));

function resolve(
  graph: CommitGraph,
  commit: WholeCommit,
  { commits, subject, prs }: NamedReverts,
  earlier: EarlierCommits,
): ResolvedRevert | undefined {
  const whole = (found: readonly (WholeCommit | undefined)[]): WholeCommit[] => [
    ...new Set(found.flatMap((one) => (one && one !== commit ? graph.broughtBy(one) : []))),
  ];
  const byCommit = whole(commits.map((id) => graph.find(id)));
  if (byCommit.length > 0) return { commit, targets: byCommit, by: "commit" };
  const byPr = whole(prs.flatMap((pr) => earlier.ofPr(pr)));
  if (byPr.length > 0) return { commit, targets: byPr, by: "pull request" };
  const bySubject = whole([subject === undefined ? undefined : earlier.titled(subject)]);
  return bySubject.length > 0 ? { commit, targets: bySubject, by: "subject" } : undefined;
}

interface EarlierCommits {
  add(commit: WholeCommit): void;
  ofPr(pr: number): readonly WholeCommit[];
  /** The last one with these words, whatever the number of a pull request behind them; another number is another one. */
  titled(subject: string): WholeCommit | undefined;
}

function earlierCommits(): EarlierCommits {
  const byPr = new Map<number, WholeCommit[]>();
  const byTitle = new Map<string, WholeCommit[]>();
  return {
    add(commit) {
      const pr = mergedPr(commit);
      if (pr !== undefined) byPr.set(pr, [...(byPr.get(pr) ?? []), commit]);
      for (const title of titlesOf(commit, pr)) byTitle.set(title, [...(byTitle.get(title) ?? []), commit]);
    },
    ofPr: (pr) => byPr.get(pr) ?? [],
    titled(subject) {
      const pr = mergedPr({ subject, body: "" });
      return byTitle
        .get(subjectWithoutPr(subject))
        ?.findLast((one) => pr === undefined || (mergedPr(one) ?? pr) === pr);
    },
  };
}

/** A merge of a pull request has the title of it below its first line. */
function titlesOf({ subject, body, parents }: WholeCommit, pr: number | undefined): string[] {
  const title = parents.length > 1 && pr !== undefined ? body.split("\n", 1)[0]?.trim() : undefined;
  return [subjectWithoutPr(subject), ...(title ? [subjectWithoutPr(title)] : [])];
}
