import type { WholeCommit } from "../../shared/ports.ts";
import type { CommitGraph } from "./commit-graph.ts";
import { mergedPr, subjectWithoutPr } from "./commit-subjects.ts";

/** What a commit says that it takes back, each as it is named. */
export interface NamedReverts {
  /** Commits, whole or shortened. */
  readonly commits: readonly string[];
  /** The first line of the commit. */
  readonly subject?: string | undefined;
  /** Numbers of pull requests. */
  readonly prs: readonly number[];
}

/** git's own sentence, which begins a line. In the middle of one somebody speaks about reverting. */
const THIS_REVERTS = /^This reverts commits? ((?:[0-9a-f]{7,64}(?![\w-])(?:,? and |, |[ \n])?)+)/gim;
const COMMIT = /\b[0-9a-f]{7,64}\b/gi;
/** What hosting services write below the first line of a revert. */
const REVERTS_PR = /^(?:Reverts|This reverts merge request) (?:[\w.-]+(?:\/[\w.-]+)+)?[#!](\d+)\s*\.?\s*$/gim;
const FROM_COMMIT = /\(reverted from commit ([0-9a-f]{7,64})\)$/i;
const REVERT_BRANCH = /^Merge pull request #\d+ from [^\s/]+\/revert-(\d+)-/;
const QUOTED = /^Revert:? "(.+)"(?!\w)/i;
/** `revert: feat: …`. What follows has to be the first line of another commit, or it is prose. */
const UNQUOTED = /^revert(?:\([^)]*\))?(?::\s*| )(\S+\s+\S.*?)(?:\s\([#!]\d+\))?$/i;
/** Newer versions of git name the revert of a revert so. */
const AGAIN = /^Re(?:apply|land):? "(.+)"(?!\w)/i;

export function namedReverts({ subject, body }: Pick<WholeCommit, "subject" | "body">): NamedReverts {
  const named = subjectTakenBack(subject);
  const own = named === undefined ? body.slice(0, startOfList(body)) : body;
  const from = FROM_COMMIT.exec(subject)?.[1];
  const commits = [...own.matchAll(THIS_REVERTS)].flatMap(([, list = ""]) => list.match(COMMIT) ?? []);
  const prs = [...own.matchAll(REVERTS_PR)].map(([, number]) => Number(number));
  const branch = REVERT_BRANCH.exec(subject)?.[1];
  return {
    commits: [...new Set([...commits, ...(from === undefined ? [] : [from])].map((id) => id.toLowerCase()))],
    ...(named !== undefined && { subject: named }),
    prs: [...new Set([...prs, ...(branch === undefined ? [] : [Number(branch)])])],
  };
}

/** A squash lists the messages of its commits, of which one may take back another. */
function startOfList(body: string): number {
  const at = body.search(/^\* /m);
  return at < 0 ? body.length : at;
}

export const namesSomething = ({ commits, subject, prs }: NamedReverts): boolean =>
  commits.length > 0 || subject !== undefined || prs.length > 0;

function subjectTakenBack(subject: string): string | undefined {
  const again = AGAIN.exec(subject)?.[1];
  if (again !== undefined) return `Revert "${again}"`;
  return QUOTED.exec(subject)?.[1] ?? UNQUOTED.exec(subject)?.[1];
}

/** A commit that takes others back, and by what it is known which. */
interface ResolvedRevert {
  readonly commit: WholeCommit;
  readonly targets: readonly WholeCommit[];
  readonly by: "commit" | "pull request" | "subject";
}

interface Reverts {
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

/** A commit that takes another one back, or brings it back. */
interface Turn {
  readonly commit: WholeCommit;
  readonly kind: "reverted" | "reinstated";
}

/** Says of a commit when it was taken back and brought back, in order. */
export function turnsOf(
  graph: CommitGraph,
  reverts: readonly ResolvedRevert[],
): (commit: WholeCommit) => readonly Turn[] {
  const places = new Map(graph.commits.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: WholeCommit): number => places.get(id) ?? -1;
  const revertsOf = new Map<string, WholeCommit[]>();
  for (const { commit, targets } of reverts)
    for (const { id } of targets) revertsOf.set(id, [...(revertsOf.get(id) ?? []), commit]);

  /** Whether a commit is in effect after the commit at a place: it is, unless one that takes it back is in effect. */
  const holds = (commit: WholeCommit, place: number): boolean =>
    (revertsOf.get(commit.id) ?? []).every((revert) => placeOf(revert) > place || !holds(revert, place));
  const withReverts = (commit: WholeCommit): WholeCommit[] => [
    commit,
    ...(revertsOf.get(commit.id) ?? []).flatMap(withReverts),
  ];

  return (commit) => {
    if (!revertsOf.has(commit.id)) return [];
    const same = [commit, ...madeAgain(graph, commit, placeOf)];
    const events = [...new Set(same.flatMap(withReverts))].sort((a, b) => placeOf(a) - placeOf(b));
    const turns: Turn[] = [];
    let held = true;
    for (const event of events) {
      const place = placeOf(event);
      const holdsNow = same.some((one) => placeOf(one) <= place && holds(one, place));
      if (holdsNow !== held) turns.push({ commit: event, kind: holdsNow ? "reinstated" : "reverted" });
      held = holdsNow;
    }
    return turns;
  };
}

/**
 * Later commits that do the same under the same words, as if it had never been taken back. A first line that was used
 * before is no sign of that.
 */
function madeAgain(
  graph: CommitGraph,
  commit: WholeCommit,
  placeOf: (commit: WholeCommit) => number,
): WholeCommit[] {
  const title = subjectWithoutPr(commit.subject);
  const titled = graph.commits.filter(({ subject }) => subjectWithoutPr(subject) === title);
  if (!title.includes(" ") || commit.files.length === 0 || titled[0] !== commit) return [];
  return titled.filter(
    (one) =>
      placeOf(one) > placeOf(commit) &&
      commit.files.every(({ path }) => one.files.some((file) => file.path === path)),
  );
}
