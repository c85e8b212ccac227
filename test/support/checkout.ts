import { noCheckout } from "../../src/shared/operations/checkout.ts";
import type { Checkout, Commit, FileChange } from "../../src/shared/ports.ts";

interface MadeUpCommit extends Commit {
  readonly changed?: readonly string[];
  readonly deleted?: readonly string[];
}

/** A repository with this history, the newest last; a path stands for everything in it. */
export function checkoutWith(history: readonly MadeUpCommit[]): Checkout {
  const since = (at: Date) => history.filter((commit) => commit.at > at).reverse();
  const plain = ({ id, at, subject }: MadeUpCommit): Commit => ({ id, at, subject });
  const touches = (paths: readonly string[] | undefined, path: string): boolean =>
    paths?.some((one) => one === path || one.startsWith(`${path}/`)) ?? false;
  return {
    ...noCheckout,
    head: async () => history.at(-1) && plain(history.at(-1) as MadeUpCommit),
    commitsSince: async (at, limit) => {
      const commits = since(at).map(plain);
      return { commits: commits.slice(0, limit), total: commits.length };
    },
    changesSince: async (at, paths) =>
      paths.flatMap((path): FileChange[] => {
        const last = since(at).find(
          ({ changed, deleted }) => touches(changed, path) || touches(deleted, path),
        );
        if (!last) return [];
        return [{ path, kind: touches(last.deleted, path) ? "deleted" : "changed", commit: plain(last) }];
      }),
    goneCommits: async (ids) => ids.filter((id) => !history.some((commit) => commit.id.startsWith(id))),
  };
}
