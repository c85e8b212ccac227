import type { WholeCommit } from "../../shared/ports.ts";
import { mergedPr } from "../merge-message.ts";
import { type Clues, idsIn } from "./clues.ts";
import type { Forge, PushedCommit, PushFact } from "./forge-event.ts";
import { pullRequestAddress } from "./payload-parts.ts";

/**
 * The commits of a push as the rules of the history take them. Parents are not among what is sent, so of a merge only the
 * merge itself is known; reading the repository finds the rest.
 */
export function pushedHistory({ commits, at: pushedAt }: PushFact, now: Date): WholeCommit[] {
  return commits.map(({ id, message, at = pushedAt ?? now, ...files }) => {
    const [subject = "", ...lines] = message.split("\n");
    return {
      id,
      at: at > now ? now : at,
      subject,
      body: lines.join("\n").trim(),
      parents: [],
      files: filesOf(files),
    };
  });
}

const filesOf = ({
  added,
  modified,
  removed,
}: Pick<PushedCommit, "added" | "modified" | "removed">): WholeCommit["files"] => [
  ...added.map((path) => ({ path, kind: "added" as const })),
  ...modified.map((path) => ({ path, kind: "changed" as const })),
  ...removed.map((path) => ({ path, kind: "deleted" as const })),
];

/** By what the decisions that commits of a repository may carry out can be found. */
export function cluesOfCommits(
  commits: readonly WholeCommit[],
  forge: Forge,
  page: string | undefined,
): Clues {
  const prs = [...new Set(commits.map(mergedPr).filter((number) => number !== undefined))];
  return {
    ids: idsIn(...commits.map(({ subject, body }) => `${subject}\n${body}`)),
    pullRequests: page === undefined ? [] : prs.map((number) => pullRequestAddress(forge, page, number)),
    prs,
    commits: commits.map(({ id }) => id),
  };
}
