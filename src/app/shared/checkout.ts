import type { Checkout } from "../../domain/shared/ports.ts";

/** For a call without a repository, or with the repository of another project. */
export const noCheckout: Checkout = {
  head: async () => undefined,
  commitsSince: async () => ({ commits: [], total: 0 }),
  changesSince: async () => [],
  goneCommits: async () => [],
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
  };
}
