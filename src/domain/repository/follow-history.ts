import type { CommittedFile, WholeCommit } from "../shared/ports.ts";
import { DAY_MS } from "../shared/time.ts";
import type { Carried, FollowedAnchor } from "./followed-anchor.ts";
import { mergedBranch, mergedPr } from "./merge-message.ts";

/** A change of a file within this time after a decision about it was probably made because of it. */
export const CARRIED_WITHIN_MS = 14 * DAY_MS;
/** A commit with more files moves a tree, and says nothing of a single place. */
const MOST_FILES = 100;
/** git keeps times in whole seconds. */
const SECOND_MS = 1_000;

export interface Following extends FollowedAnchor {
  /** The newest commit before it, as far as one was seen. */
  readonly before?: string | undefined;
  /** Where its file was in the commit that carried the decision out, if that was seen now. */
  readonly baselinePath?: string | undefined;
  /** What else the commits changed that touched its file. */
  readonly beside: ReadonlySet<string>;
  readonly isTouched: boolean;
}

type State = { -readonly [K in keyof Following]: Following[K] } & { beside: Set<string> };

/** Follows anchors through commits, which come oldest first. */
export interface HistoryFollower {
  see(commit: WholeCommit): void;
  /** `isComplete` if there are no further commits. */
  anchors(isComplete: boolean): readonly Following[];
}

/** What a decision says of the commits that carry it out. */
export interface CarriedAs {
  /** Their beginnings. */
  readonly commits: readonly string[];
  readonly pullRequest?: number | undefined;
  readonly branch?: string | undefined;
}

/** `carriedAs` is by the id of the decision. `tip` is where the reading ends, for anchors that are newer than all of it. */
export function followHistory(
  anchors: readonly FollowedAnchor[],
  carriedAs: ReadonlyMap<string, CarriedAs>,
  tip: string,
): HistoryFollower {
  const states: State[] = anchors.map((anchor) => ({ ...anchor, beside: new Set(), isTouched: false }));
  const byPath = new Map<string, Set<State>>();
  const place = (state: State): void => {
    const there = byPath.get(state.path) ?? new Set();
    byPath.set(state.path, there.add(state));
  };
  for (const state of states) place(state);
  // In the order of time, so that each commit is compared with those alone that began in the meantime.
  const later = [...states].sort((a, b) => a.since.getTime() - b.since.getTime());
  let previous: string | undefined;

  const move = (state: State, to: string): void => {
    byPath.get(state.path)?.delete(state);
    state.trail = [...state.trail.filter((path) => path !== state.path && path !== to), state.path];
    state.path = to;
    place(state);
  };
  const touch = (state: State, commit: WholeCommit, files: readonly CommittedFile[]): void => {
    state.isTouched = true;
    for (const { path, kind } of files) if (kind !== "deleted" && path !== state.path) state.beside.add(path);
    const carries = carriedBy(state, commit, carriedAs.get(state.decision));
    if (carries !== undefined) carry(state, commit, carries);
  };
  const carry = (state: State, commit: WholeCommit, carries: Carried): void => {
    state.carried = carries;
    state.baseline = commit.id;
    state.baselinePath = state.path;
    if (state.source !== "said") state.sketch = undefined;
  };

  return {
    see(commit) {
      previous ??= commit.parents[0];
      while (later[0] && commit.at.getTime() > later[0].since.getTime()) {
        const state = later.shift() as State;
        state.before = previous;
      }
      previous = commit.id;
      const files = commit.files.length > MOST_FILES ? [] : commit.files;
      for (const file of commit.files) {
        for (const state of [...(byPath.get(file.from ?? file.path) ?? [])]) {
          if (isBefore(commit, state)) continue;
          if (file.kind === "renamed") move(state, file.path);
          touch(state, commit, files);
        }
      }
      // A merge has no files of its own: what it brings was changed by others, which may not name the decision.
      if (commit.parents.length > 1)
        for (const state of states)
          if (!isBefore(commit, state) && isNamed(state.decision, commit, carriedAs.get(state.decision)))
            carry(state, commit, "named");
    },
    anchors: (isComplete) => {
      if (isComplete) for (const state of later) state.before = previous ?? tip;
      return states;
    },
  };
}

const isBefore = ({ at }: WholeCommit, { since }: State): boolean =>
  at.getTime() < Math.floor(since.getTime() / SECOND_MS) * SECOND_MS;

/** Undefined if the commit does not carry out the decision, or another is known to. */
function carriedBy(
  { decision, source, carried, since }: State,
  commit: WholeCommit,
  as: CarriedAs | undefined,
): Carried | undefined {
  if (isNamed(decision, commit, as)) return "named";
  // Somebody who names a place may do so long after.
  if (source === "said" || carried !== "not") return undefined;
  return commit.at.getTime() <= since.getTime() + CARRIED_WITHIN_MS ? "touching" : undefined;
}

/** Whether the decision names the commit, or the commit the decision, its pull request or its branch. */
function isNamed(decision: string, commit: WholeCommit, as?: CarriedAs): boolean {
  if (`${commit.subject}\n${commit.body}`.includes(decision)) return true;
  if (!as) return false;
  if (as.commits.some((beginning) => commit.id.startsWith(beginning))) return true;
  if (as.pullRequest !== undefined && mergedPr(commit) === as.pullRequest) return true;
  return as.branch !== undefined && commit.parents.length > 1 && mergedBranch(commit) === as.branch;
}
