import type { Checkout } from "../ports.ts";

/** For a call without a repository, or with the repository of another project. */
export const noCheckout: Checkout = {
  head: async () => undefined,
  commitsSince: async () => ({ commits: [], total: 0 }),
  changesSince: async () => [],
  goneCommits: async () => [],
  remotes: async () => [],
  root: async () => undefined,
  async *history() {},
  files: async () => [],
  textsAt: async (files) => files.map(() => undefined),
  textOf: async () => undefined,
  origins: async () => [],
  commitsOf: async () => [],
  changeOf: async () => undefined,
  commitAt: async () => undefined,
};

/** Finds the checkout on first use. */
export function checkoutFrom(find: () => Promise<Checkout>): Checkout {
  let found: Promise<Checkout> | undefined;
  const checkout = (): Promise<Checkout> => {
    found ??= find();
    return found;
  };
  return {
    head: async () => (await checkout()).head(),
    commitsSince: async (...question) => (await checkout()).commitsSince(...question),
    changesSince: async (...question) => (await checkout()).changesSince(...question),
    goneCommits: async (...question) => (await checkout()).goneCommits(...question),
    remotes: async () => (await checkout()).remotes(),
    root: async () => (await checkout()).root(),
    async *history(query) {
      yield* (await checkout()).history(query);
    },
    files: async () => (await checkout()).files(),
    textsAt: async (files) => (await checkout()).textsAt(files),
    textOf: async (path) => (await checkout()).textOf(path),
    origins: async (...place) => (await checkout()).origins(...place),
    commitsOf: async (ids) => (await checkout()).commitsOf(ids),
    changeOf: async (range) => (await checkout()).changeOf(range),
    commitAt: async (time) => (await checkout()).commitAt(time),
  };
}
