import type { WholeCommit } from "../shared/ports.ts";
import type { CommitGraph } from "./commit-graph.ts";
import { subjectWithoutPr } from "./merge-message.ts";
import type { ResolvedRevert } from "./resolved-reverts.ts";

/** A commit that takes another one back, or brings it back. */
export interface Turn {
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
