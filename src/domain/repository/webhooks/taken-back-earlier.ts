import type { Finding } from "../found-commits.ts";
import type { Report } from "../report.ts";
import type { NamedReverts } from "../revert-message.ts";
import type { Concerned } from "./told-by-event.ts";

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
