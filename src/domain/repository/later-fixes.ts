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

/** Commits soon after it that say that they mend something, and change the same files. */
export function laterFixes(graph: CommitGraph, { commit, at, files }: KnownCommit): WholeCommit[] {
  const first = graph.commits.findIndex(({ id }) => id === commit);
  const followed = followedFiles(files);
  const until = at.getTime() + NEAR_MS;
  const found: WholeCommit[] = [];
  for (const one of graph.commits.slice(first + 1)) {
    if (found.length === MOST_FIXES) break;
    if (one.at < at || one.at.getTime() > until) continue;
    const mends = looksLikeFix(one.subject) && !namesSomething(namedReverts(one));
    if (mends && followed.touches(one.files) && graph.descends(one, commit) !== false) found.push(one);
    followed.follow(one.files);
  }
  return found;
}
