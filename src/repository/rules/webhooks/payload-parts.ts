import type { Forge, ForgeEvent, ForgeFact, ForgeRepository, PushedCommit } from "./forge-event.ts";
import type { Part } from "./payload.ts";

type Read = (payload: Part) => ForgeFact | undefined;

/** Reads the events of a service with what it has for each of them, by name; undefined for one that is not read. */
export function eventReader(
  forge: Forge,
  readers: Readonly<Record<string, Read>>,
  repositoryOf: (payload: Part) => ForgeRepository,
): (name: string, payload: Part) => ForgeEvent | undefined {
  return (name, payload) => {
    const read = knownIn(readers, name);
    return read && { forge, repository: repositoryOf(payload), fact: read(payload) };
  };
}

/** What a table has for a name that somebody sent. What the table inherits is nothing of it. */
export const knownIn = <T>(table: Readonly<Record<string, T>>, name: string | undefined): T | undefined =>
  name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;

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
      message: commit.prose("message") ?? "",
      at: commit.time("timestamp"),
      added: commit.texts("added", MOST_FILES),
      modified: commit.texts("modified", MOST_FILES),
      removed: commit.texts("removed", MOST_FILES),
    };
  });
}

const PULL_REQUEST_PATH: Readonly<Record<Forge, string>> = { github: "pull", gitlab: "-/merge_requests" };

/** Where people look at a pull request of the repository with this page. */
export const pullRequestAddress = (forge: Forge, page: string, number: number): string =>
  `${page}/${PULL_REQUEST_PATH[forge]}/${number}`;

const ADDRESS = /https?:\/\/[^\s()<>"'`\]]+\/(?:pull|merge_requests)\/\d+/g;
/** `#12` of GitHub may be an issue, which no decision is linked to. In another repository it is behind its name. */
const NUMBER: Readonly<Record<Forge, RegExp>> = {
  github: /(?<![\w/&#-])#(\d{1,9})\b/g,
  gitlab: /(?<![\w/&!-])!(\d{1,9})\b/g,
};

/** The addresses of the pull requests that a text mentions, the first of them. */
export function mentionedPullRequests(forge: Forge, page: string | undefined, text: string): string[] {
  const numbers = page === undefined ? [] : [...text.matchAll(NUMBER[forge])];
  const addresses = numbers.map(([, number]) => pullRequestAddress(forge, page as string, Number(number)));
  return [...new Set([...(text.match(ADDRESS) ?? []), ...addresses])].slice(0, MOST_PULL_REQUESTS);
}
