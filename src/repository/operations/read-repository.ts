import { type Decision, decisionPage, NO_OUTCOME } from "../../decisions/index.ts";
import type { Checkout, Commit, HistoryQuery, WholeCommit } from "../../shared/ports.ts";
import type { Scope } from "../../shared/scope.ts";
import { type Screening, startScreening } from "../../shared/screening.ts";
import { LIMITS, oneLine, type Screened } from "../../shared/text.ts";
import type { Connection } from "../../store/file/connection.ts";
import { mayBelong } from "../rules/commit-subjects.ts";
import { type Finding, MOST_KEPT, NEAR_MS, type SoughtDecision } from "../rules/found-commits.ts";
import { type HistoryRead, readHistory } from "../rules/read-history.ts";
import type { NewReport, Report } from "../rules/report.ts";
import { anchorsOf } from "../sql/anchor-rows.ts";
import { addReports, howFarRead, noteRead, reportsOf } from "../sql/report-rows.ts";
import type { RepositoryDeps } from "./deps.ts";

type Deps = Pick<RepositoryDeps, "checkout" | "clock" | "secrets"> & {
  readonly memory: Connection;
};

/** What reading the history of a repository brought. */
export interface RepositoryRead {
  /** Why there is nothing to read, or why it was left. */
  readonly left?: "no repository" | "no open decisions" | "too much" | undefined;
  /** The decisions whose outcome is not known. */
  readonly open: number;
  readonly commits: number;
  /** What was not known before. */
  readonly news: readonly Report[];
  readonly reverts: HistoryRead["reverts"];
}

const NO_REVERTS = { byCommit: 0, byPr: 0, bySubject: 0, unresolved: 0 };
const nothing = (left: RepositoryRead["left"], open = 0): RepositoryRead => ({
  left,
  open,
  commits: 0,
  news: [],
  reverts: NO_REVERTS,
});

/**
 * Reads what the commits since the last time say of the open decisions of a project, and keeps it. What was read once
 * changes nothing when it is read again.
 */
export async function readRepository(
  project: string,
  deps: Deps,
  limits: ReadingLimits & { readonly since?: Date | undefined },
): Promise<RepositoryRead> {
  const { memory, checkout, clock } = deps;
  const head = await checkout.head();
  if (!head) return nothing("no repository");
  const open = await openDecisions(project, deps);
  if (open.length === 0) return nothing("no open decisions");
  const at = clock.now();
  const before = await howFarRead(memory, project);
  const known = [
    ...(
      await reportsOf(
        memory,
        project,
        open.map(({ id }) => id),
      )
    ).values(),
  ].flat();
  const linkedSince = before ? open.filter((one) => isChangedSince(one, before.at)) : [];
  const reread = limits.since !== undefined || !before || linkedSince.length > 0;
  if (!reread && before.commit === head.id) return { ...nothing(undefined, open.length) };
  const remotes = await checkout.remotes();
  const sought = open.map((one) => withoutForeign(one, remotes));

  /** Of the whole time in which something can have happened to what is open. */
  const wide = (): Promise<WholeCommit[] | undefined> =>
    readCommits(checkout, { since: limits.since ?? startOf(open) }, limits);
  let commits = reread
    ? await wide()
    : await readCommits(checkout, { after: before.commit, since: startOf(open) }, limits);
  if (!commits) return nothing("too much", open.length);
  let read = readHistory(sought, [...(await olderLinked(sought, commits, deps)), ...commits], known);
  if (!reread && read.reverts.unresolved > 0) {
    // What it takes back may have been read before.
    commits = await wide();
    if (!commits) return nothing("too much", open.length);
    read = readHistory(sought, [...(await olderLinked(sought, commits, deps)), ...commits], known);
  }
  const screen = startScreening(deps.secrets);
  const news = await addReports(
    memory,
    read.findings.map((one) => reportOf(one, project, screen)),
  );
  await noteRead(memory, project, { commit: head.id, at });
  return { open: open.length, commits: commits.length, news, reverts: read.reverts };
}

const PAGE = 500;

async function openDecisions(project: string, { memory }: Deps): Promise<Decision[]> {
  const filter = { scope: project, standing: "active", outcome: NO_OUTCOME } as const;
  const found: Decision[] = [];
  let cursor: string | undefined;
  do {
    const page = await decisionPage(memory, filter, PAGE, cursor);
    found.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return found;
}

/** A commit or a pull request may have been linked to it that was read before. */
const isChangedSince = ({ createdAt, updatedAt, linkedCommit, linkedPr }: Decision, read: Date): boolean =>
  createdAt <= read && updatedAt > read && (linkedCommit !== undefined || linkedPr !== undefined);

/** With the work that the oldest of them was made on. */
const startOf = (open: readonly Decision[]): Date =>
  new Date(Math.min(...open.map(({ createdAt }) => createdAt.getTime())) - NEAR_MS);

function withoutForeign(decision: Decision, remotes: readonly string[]): SoughtDecision {
  if (decision.linkedPr === undefined || mayBelong(decision.linkedPr, remotes)) return decision;
  return { ...decision, linkedPr: undefined };
}

/** Linked commits that are older than what was read. Each takes a process, and hardly any is so old. */
async function olderLinked(
  sought: readonly SoughtDecision[],
  commits: readonly WholeCommit[],
  { checkout }: Deps,
): Promise<WholeCommit[]> {
  const linked = new Set(sought.flatMap(({ linkedCommit }) => linkedCommit?.toLowerCase() ?? []));
  for (const { id } of commits)
    for (let length = 7; linked.size > 0 && length <= id.length; length++) linked.delete(id.slice(0, length));
  const found: WholeCommit[] = [];
  for (const tip of [...linked].slice(0, MOST_KEPT))
    for await (const commit of checkout.history({ tip, limit: 1 })) found.push(commit);
  return found.sort((a, b) => a.at.getTime() - b.at.getTime());
}

function reportOf({ title, files, ...found }: Finding, project: string, screen: Screening): NewReport {
  return {
    ...found,
    project,
    source: "git",
    title: oneLine(screen.text("title", title), LIMITS.name),
    ...(files && files.length > 0 && { files: files.map((file): Screened => screen.text("files", file)) }),
  };
}

/** Of one decision. */
const MOST_COMMITS = 5;

/** By the id of each decision, the commits that carried it out, newest first. */
export async function carryingCommits(
  decisions: readonly Decision[],
  scope: Scope,
  { memory, checkout }: RepositoryDeps,
): Promise<ReadonlyMap<string, readonly Commit[]>> {
  const ids = decisions.map(({ id }) => id);
  const [anchors, reports] = await Promise.all([
    anchorsOf(memory, scope, ids),
    reportsOf(memory, scope, ids),
  ]);
  const named = new Map(
    decisions.map(({ id, linkedCommit, evidence }) => [
      id,
      [
        ...(linkedCommit === undefined ? [] : [linkedCommit]),
        ...evidence.filter(({ kind }) => kind === "commit").map(({ ref }) => ref),
        ...(anchors.get(id) ?? []).flatMap(({ baseline, carried, source }) =>
          baseline !== undefined && (carried === "named" || (carried === "touching" && source === "evidence"))
            ? [baseline]
            : [],
        ),
        ...(reports.get(id) ?? []).flatMap(({ kind, commit }) =>
          kind === "carried" && commit !== undefined ? [commit] : [],
        ),
      ],
    ]),
  );
  const known = await checkout.commitsOf([...new Set([...named.values()].flat())]);
  return new Map(
    [...named].map(([id, wanted]) => [
      id,
      known
        .filter((commit) => wanted.some((beginning) => commit.id.startsWith(beginning)))
        .slice(0, MOST_COMMITS),
    ]),
  );
}

interface ReadingLimits {
  /** A history with more commits is left for another time. */
  readonly most?: number | undefined;
  readonly signal: AbortSignal;
  readonly onProgress?: ((read: number) => void) | undefined;
}

const COMMITS_PER_MESSAGE = 500;

/** The commits that are asked for, oldest first. Undefined if there are too many, or the reader gave up. */
async function readCommits(
  checkout: Pick<Checkout, "history">,
  query: HistoryQuery,
  { most = Number.POSITIVE_INFINITY, signal, onProgress }: ReadingLimits,
): Promise<WholeCommit[] | undefined> {
  const commits: WholeCommit[] = [];
  const history = checkout.history(query)[Symbol.asyncIterator]();
  let giveUp = (): void => {};
  const givenUp = new Promise<undefined>((resolve) => {
    giveUp = () => resolve(undefined);
  });
  signal.addEventListener("abort", giveUp);
  try {
    while (!signal.aborted) {
      // git may think for long before its first word.
      const next = await Promise.race([history.next(), givenUp]);
      if (next?.done) return commits;
      if (next === undefined || commits.length === most) break;
      commits.push(next.value);
      if (commits.length % COMMITS_PER_MESSAGE === 0) onProgress?.(commits.length);
    }
    void history.return?.();
    return undefined;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
