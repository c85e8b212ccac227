import { choicesInCommit } from "../../domain/harvest/commit-choices.ts";
import type { FoundWriting } from "../../domain/harvest/found-writing.ts";
import { revertedBy, ruledOutWay } from "../../domain/harvest/reverted-way.ts";
import type { HistoryQuery, WholeCommit } from "../../domain/shared/ports.ts";
import type { Call } from "../shared/operation.ts";
import type { HarvestDeps } from "./deps.ts";

/** A commit that changes more is about no file in particular. */
const MOST_FILES = 5;
const TOLD_EVERY = 500;

export interface ReadHistory {
  readonly found: readonly FoundWriting[];
  readonly commits: number;
  /** When each commit was made, for what stands in files. */
  readonly times: ReadonlyMap<string, Date>;
}

/** Goes through the history once. What a commit chose that was taken back later is left out. */
export async function readHistory(
  query: Pick<HistoryQuery, "since" | "paths">,
  { checkout }: Pick<HarvestDeps, "checkout">,
  call: Call,
): Promise<ReadHistory> {
  const times = new Map<string, Date>();
  const byCommit = new Map<string, FoundWriting[]>();
  const bySubject = new Map<string, string>();
  for await (const commit of checkout.history(query)) {
    call.signal.throwIfAborted();
    times.set(commit.id, commit.at);
    if (times.size % TOLD_EVERY === 0) call.progress(times.size, undefined, "Commits read:");
    const reverted = revertedBy(commit);
    for (const id of [...(reverted?.commits ?? []), bySubject.get(reverted?.subject ?? "") ?? ""])
      for (const known of id === "" ? [] : wholeIds(id, byCommit)) byCommit.delete(known);
    const found = writingsIn(commit, reverted !== undefined);
    if (found.length > 0) byCommit.set(commit.id, found);
    bySubject.set(commit.subject, commit.id);
  }
  return { found: [...byCommit.values()].flat(), commits: times.size, times };
}

const wholeIds = (id: string, among: ReadonlyMap<string, unknown>): string[] =>
  among.has(id) ? [id] : [...among.keys()].filter((known) => known.startsWith(id));

function writingsIn(commit: WholeCommit, isRevert: boolean): FoundWriting[] {
  const { id, subject, at } = commit;
  const files = commit.files.filter(({ kind }) => kind !== "deleted").map(({ path }) => path);
  const stands = { origin: "written" as const, files: files.length <= MOST_FILES ? files : [] };
  if (isRevert) {
    const way = ruledOutWay(commit);
    return way ? [{ ...way, ...stands, source: "reverts", place: { commit: id, subject, at } }] : [];
  }
  const { choices, pr } = choicesInCommit(commit);
  return choices.map((choice) => ({
    ...choice,
    ...stands,
    source: "commits",
    place: { commit: id, subject, at, ...(pr && { pr }) },
  }));
}
