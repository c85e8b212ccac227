import type { WholeCommit } from "../shared/ports.ts";
import type { CommitGraph } from "./commit-graph.ts";
import { looksLikeFix } from "./fix-subject.ts";
import { followedFiles } from "./followed-files.ts";
import { NEAR_MS } from "./found-commits.ts";
import { namedReverts, namesSomething } from "./revert-message.ts";

/** A commit that carries something out, as far as it is known. */
export interface KnownCommit {
  readonly commit: string;
  readonly at: Date;
  readonly files: readonly string[];
}

const MOST_FIXES = 10;

/** Says of a commit which commits soon after it say that they mend something, and change the same files. */
export function laterFixes(graph: CommitGraph): (carried: KnownCommit) => readonly WholeCommit[] {
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
