const ADDRESS =
  /^https?:\/\/[^/\s]+\/(.+?)\/(?:-\/)?(?:pull|pulls|merge_requests|pull-requests|pullrequest)\/(\d{1,9})(?![\w-])/i;
const NUMBER = /^(?:PR\s*)?[#!]?(\d{1,9})$/i;

/** The number of a linked pull or merge request, given by its address or as `#12`. */
export function prNumber(linked: string | undefined): number | undefined {
  const text = linked?.trim() ?? "";
  const number = ADDRESS.exec(text)?.[2] ?? NUMBER.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}

/**
 * Whether a pull request may belong to a repository with these remotes. Forks have other owners, so that only the names
 * of the repositories are compared; without a remote nobody can tell.
 */
export function mayBelong(linked: string, remotes: readonly string[]): boolean {
  const path = ADDRESS.exec(linked.trim())?.[1];
  if (path === undefined || remotes.length === 0) return true;
  const name = lastOf(path.replace(/\/_git$/, ""));
  return remotes.some((remote) => lastOf(remote.replace(/\/+$/, "").replace(/\.git$/, "")) === name);
}

const lastOf = (path: string): string => (path.split(/[/:]/).at(-1) ?? "").toLowerCase();
