import type { PushedCommit } from "./forge-event.ts";
import { LONGEST_PROSE, type Part } from "./payload.ts";

export const MOST_LABELS = 100;
export const MOST_PULL_REQUESTS = 20;
/** GitHub sends 2,048 at most, GitLab 20. What a push brings beyond that is found in the repository. */
const MOST_COMMITS = 2_048;
const MOST_FILES = 300;

/** The branch that a ref names; undefined for a tag or anything else. */
export const branchIn = (ref: string | undefined): string | undefined =>
  ref?.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : undefined;

/** The commits of a push, which both services describe with the same fields. */
export function pushedCommits(payload: Part): readonly PushedCommit[] {
  return payload.parts("commits", MOST_COMMITS).flatMap((commit) => {
    const id = commit.commit("id");
    if (id === undefined) return [];
    return {
      id,
      message: commit.text("message", LONGEST_PROSE) ?? "",
      at: commit.time("timestamp"),
      added: commit.texts("added", MOST_FILES),
      modified: commit.texts("modified", MOST_FILES),
      removed: commit.texts("removed", MOST_FILES),
    };
  });
}
