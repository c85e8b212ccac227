import type { WholeCommit } from "../../shared/ports.ts";

/** Commits in the order of history, and what can be asked about them. */
export interface CommitGraph {
  readonly commits: readonly WholeCommit[];
  readonly byId: ReadonlyMap<string, WholeCommit>;
  /** By the whole id or its beginning, if there is only one. */
  find(id: string): WholeCommit | undefined;
  /** What a merge brings: itself, and the commits that are not in the history of its first parent. */
  broughtBy(commit: WholeCommit): readonly WholeCommit[];
  /** Whether `ancestor` is in the history of `commit`. Undefined if `ancestor` is not among the commits. */
  descends(commit: WholeCommit, ancestor: string): boolean | undefined;
}

const OURS = 1;
const THEIRS = 2;

/** `commits` has parents before their children. */
export function commitGraph(commits: readonly WholeCommit[]): CommitGraph {
  const byId = new Map(commits.map((commit) => [commit.id, commit]));
  const places = new Map(commits.map(({ id }, place) => [id, place]));
  let sorted: readonly string[] | undefined;
  const brought = new Map<string, readonly WholeCommit[]>();

  const find = (id: string): WholeCommit | undefined => {
    const whole = byId.get(id);
    if (whole || id.length < 7) return whole;
    sorted ??= [...byId.keys()].sort((a, b) => (a < b ? -1 : 1));
    const at = firstNotBefore(sorted, id);
    const [found, next] = [sorted[at], sorted[at + 1]];
    return found?.startsWith(id) && !next?.startsWith(id) ? byId.get(found) : undefined;
  };

  /** Marks the history of both parents, the newest first, until only what both have is left. */
  const notInFirstParent = (merge: WholeCommit): WholeCommit[] => {
    const marks = new Map<number, number>();
    let open = 0;
    const mark = (id: string, side: number): void => {
      const place = places.get(id);
      if (place === undefined) return;
      const before = marks.get(place) ?? 0;
      const after = before | side;
      marks.set(place, after);
      open += Number(after === THEIRS) - Number(before === THEIRS);
    };
    const [first, ...others] = merge.parents;
    if (first !== undefined) mark(first, OURS);
    for (const id of others) mark(id, THEIRS);
    const found: WholeCommit[] = [];
    for (let place = places.get(merge.id) ?? 0; place >= 0 && open > 0; place--) {
      const side = marks.get(place);
      const commit = commits[place];
      if (side === undefined || !commit) continue;
      if (side === THEIRS) {
        found.push(commit);
        open--;
      }
      for (const id of commit.parents) mark(id, side);
    }
    return found.reverse();
  };

  const broughtBy = (commit: WholeCommit): readonly WholeCommit[] => {
    if (commit.parents.length < 2) return [commit];
    const known = brought.get(commit.id) ?? [...notInFirstParent(commit), commit];
    brought.set(commit.id, known);
    return known;
  };

  return {
    commits,
    byId,
    find,
    broughtBy,
    descends(commit, named) {
      const ancestor = find(named);
      if (!ancestor) return undefined;
      const last = places.get(ancestor.id) ?? 0;
      const seen = new Set<string>();
      const waiting = [commit];
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        if (next.id === ancestor.id) return true;
        for (const id of next.parents) {
          const parent = byId.get(id);
          if (parent && !seen.has(id) && (places.get(id) ?? 0) >= last) waiting.push(parent);
          seen.add(id);
        }
      }
      return false;
    },
  };
}

function firstNotBefore(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
